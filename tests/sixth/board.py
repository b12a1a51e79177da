class NullBoard(Board):
    """The null game: a row for every seat, the person's below, and between them what was laid."""

    game = "null"

    def face(self, card: str) -> Face:
        return Face(card, "null/emblem", "null/emblem", COLOR["gold"])

    def row(self, seat: int) -> int:
        """The row of a seat; the person's is the last."""
        return [*self.others(), self.seat].index(seat)

    def arrange(self) -> Places:
        """Each seat's hand on the left of its row, what it laid on the right."""
        places: Places = {}
        for seat in range(self.match.seats_count):
            row = self.area.h // self.match.seats_count
            band = Rect(self.area.x, self.area.y + self.row(seat) * row, self.area.w, row)
            half = band.w // 2
            for zone, x, wide in (("hand", 0, half), ("table", half, band.w - half)):
                area = Rect(band.x + x, band.y, wide, band.h - self.px("gap"))
                places |= self.fan(self.stage.of(zone, seat), area, round(area.h * RATIO))
        for sprite in self.stage.of("away"):
            places[sprite] = Rect(self.area.right, self.area.y, *card_size(self.px("mark")))
        return places

    def layout(self, c: Canvas) -> None:
        """All rows; the person's hand can be pressed."""
        for sprite in self.stage.sprites:
            if sprite.zone != "away" and (sprite.zone, sprite.seat) != ("hand", self.seat):
                self.painter.draw(c, sprite)
        self.card_row.draw(c, self.stage.of("hand", self.seat))

    def why(self, sprite: Sprite) -> str:
        """Why a card cannot be laid."""
        return self.t("why.null.not_held")

    def task(self) -> str:
        return self.t("null.task")


