#!/usr/bin/env python3
"""Sets Hoard up and runs it: build.py COMMAND

play [ARGS]      set up whatever is missing, then start the arcade; ARGS go to game.py
test             set up, then run ruff, mypy, the C warnings gate and the quick tests: under five minutes
test --all       the same with every test: about 30 minutes
test ARGS        the same with a single pytest, which gets ARGS
setup            set up only; afterwards .venv/bin/python game.py works
freeze           build the executables into dist/ and test them
package          freeze, then make and check what a release needs, in dist/release: --key FILE signs it
package --frozen the same with the program that is in dist/ already
bench            set up, then print a table of the main figures: three minutes at most
bench --all      set up, then run every benchmark; prints JSON
bench NAME...    set up, then run the benchmarks whose names begin like this; prints JSON
fuzz [ARGS]      set up, then look for faults at random: --minutes N --seed N --part NAME
kill [ARGS]      set up, then kill the program at random moments; nothing may be lost: --times N --seed N
                 --program FILE
beside [ARGS]    set up, then let two programs do everything with one folder; nothing may be lost: --seconds N
                 --seed N
soak [ARGS]      set up, then let machines play for long and close the program during searches: --minutes N
                 --closings N --seed N
art [NAME...]    make the pictures whose sources have changed, all or those whose paths begin like this, such as
                 duel or art/kit; needs Python 3.11 and, for tables, half an hour
pin              pin the newest versions that pyproject.toml allows, with the checksums of all their files, in
                 native/pins/

Standard library only, and only syntax that an old Python can read, so that it can say that it is too old.
"""

from __future__ import print_function

import hashlib
import os
import re
import shutil
import subprocess
import sys

OLDEST = (3, 11)
HERE = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(HERE, ".venv")
MAKERS = os.path.join(HERE, "build", "makers")  # the environment of the makers of pictures
GROUPS = {"play": (), "setup": (), "bench": (), "test": ("test", "study"), "freeze": ("freeze",),
          "package": ("freeze",), "fuzz": ("test",), "kill": ("test",), "beside": ("test",), "soak": ("test",),
          "art": (), "pin": ("pin",)}
PINS = os.path.join("native", "pins")


def python_of(venv):
    """The Python of an environment."""
    return os.path.join(venv, "Scripts", "python.exe") if os.name == "nt" else os.path.join(venv, "bin", "python")


PYTHON = python_of(VENV)


class SetupError(Exception):
    """Why this cannot work, in one sentence."""


def run(command, **more):
    """Runs a program in this folder, with its output on stderr, and returns its exit status."""
    return subprocess.call(command, cwd=HERE, stdout=sys.stderr, **more)


def hand_over(command, **more):
    """Runs a program that handles Ctrl+C itself, waits for it, and returns its exit status."""
    process = subprocess.Popen(command, **more)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            pass


def write(path, text):
    """Writes a text file and returns its path."""
    with open(path, "w") as file:
        file.write(text)
    return path


def files_of(folder):
    """All files of a folder, as sorted relative paths with /."""
    paths = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]
    return sorted(os.path.relpath(path, folder).replace(os.sep, "/") for path in paths)


def sha256(path):
    """The SHA-256 of a file; of a folder, that of the output of sha256sum for its files."""
    if os.path.isdir(path):
        lines = ["%s  ./%s\n" % (sha256(os.path.join(path, name)), name) for name in files_of(path)]
        return hashlib.sha256("".join(lines).encode()).hexdigest()
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


# ---- setting up ----


def requirements(group):
    """The requirements in pyproject.toml: the basic ones ("") or those of an optional group."""
    import tomllib

    with open(os.path.join(HERE, "pyproject.toml"), "rb") as file:
        project = tomllib.load(file)["project"]
    return project["optional-dependencies"][group] if group else project["dependencies"]


def stamp_is(venv, name, text):
    """Whether a stamp file in an environment has this content."""
    try:
        with open(os.path.join(venv, name)) as file:
            return file.read() == text
    except OSError:
        return False


def write_stamp(venv, name, text):
    """Writes a stamp file in an environment."""
    with open(os.path.join(venv, name), "w") as file:
        file.write(text)


def make_venv(venv):
    """Makes a virtual environment, also if it is incomplete, was moved or is of another Python."""
    stamp = "\n".join([venv, sys.version, sys.base_prefix])
    if stamp_is(venv, "hoard-venv", stamp) and os.path.exists(python_of(venv)):
        return
    try:
        import ensurepip  # noqa: F401
        import venv as module  # noqa: F401
    except ImportError:
        raise SetupError(
            "this Python has no venv module; on Debian or Ubuntu: sudo apt-get install python3-venv"
        )
    if os.path.lexists(venv) and not os.path.exists(os.path.join(venv, "hoard-venv")):
        raise SetupError(
            "%s was not made by build.py, which needs that place: move it away" % os.path.relpath(venv, HERE)
        )
    print("making " + os.path.relpath(venv, HERE), file=sys.stderr)
    shutil.rmtree(venv, ignore_errors=True)
    os.makedirs(venv)
    write_stamp(venv, "hoard-venv", "")  # first, so that one that is half made is known as our own
    if run([sys.executable, "-m", "venv", venv]):
        raise SetupError("making the virtual environment %s failed (see above)" % venv)
    write_stamp(venv, "hoard-venv", stamp)


def pins_of(group):
    """The file with the pinned versions and hashes of a group."""
    return os.path.join(PINS, (group or "play") + ".txt")


def install(venv, groups):
    """Installs the pinned dependencies, if the pins have changed since the last time."""
    for group in ("",) + groups:
        name = "hoard-" + (group or "play")
        stamp = sha256(os.path.join(HERE, pins_of(group)))
        if stamp_is(venv, name, stamp):
            continue
        print("installing " + ", ".join(requirements(group)), file=sys.stderr)
        pip = [python_of(venv), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--prefer-binary"]
        if run(pip + ["--require-hashes", "-r", pins_of(group)]):
            raise SetupError(
                "the versions in %s could not be installed (see above); is there a network, and does it have them?"
                " Others are pinned by python3 build.py pin" % pins_of(group)
            )
        write_stamp(venv, name, stamp)


def pin(arguments):
    """Pins the newest versions that fit all groups together, with hashes of their files for every
    system."""
    work = os.path.join(HERE, "build", "pins")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    everything = os.path.join(work, "all.txt")
    command = [PYTHON, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--no-annotate", "--upgrade"]
    command += ["--python-version", "%d.%d" % OLDEST, "--custom-compile-command", "python3 build.py pin"]
    groups = [""] + sorted({group for more in GROUPS.values() for group in more})
    wanted = {group: write(os.path.join(work, group + ".in"), "\n".join(requirements(group))) for group in groups}
    failed = run(command + [wanted[group] for group in groups] + ["-o", everything])
    for group in groups:
        more = ["--generate-hashes", "-c", everything, "-o", pins_of(group)]
        failed = failed or run(command + [wanted[group]] + more)
    # Blender's package exists for one Python only, and the makers' own versions must not move the others.
    alone = [part for part in command if part != "--universal"]
    alone.append(write(os.path.join(work, "art.in"), "\n".join(requirements("art"))))
    failed = failed or run(alone + ["--generate-hashes", "-o", pins_of("art")])
    if failed:
        raise SetupError("no versions could be found that fit together (see above); is there a network?")
    return 0


def compile_sources(folder):
    """Compiles the Python files to bytecode where it is missing or old, which halves the time to
    start."""
    import compileall

    compileall.compile_dir(os.path.join(folder, "native"), quiet=2)
    compileall.compile_file(os.path.join(folder, "game.py"), quiet=2)


def set_up(command):
    """Sets up what a command needs: environment, dependencies, compiled engine."""
    make_venv(VENV)
    install(VENV, GROUPS[command])
    strict = ["--strict"] if command == "test" else []
    if run([PYTHON, os.path.join("native", "build_ffi.py")] + strict):
        raise SetupError("the engine could not be compiled (see above)")
    compile_sources(HERE)


# ---- the commands ----


def game(arguments):
    """Runs game.py as a module, so that its bytecode is used, and returns its exit status."""
    environment = dict(os.environ, PYTHONPATH=HERE)
    return hand_over([PYTHON, "-P", "-m", "game"] + arguments, env=environment)


def bench_options(arguments):
    """The arguments of game.py bench: the headlines by default, everything with --all."""
    return [word for word in arguments if word != "--all"] if arguments else ["--headlines"]


OUTCOMES = (("tests",), ("failures", "errors"), ("skipped",))  # in pytest's report


def share_out(parts, options):
    """Runs the tests in several processes, each file in one of them, and returns their exit status."""
    import tempfile
    from xml.etree import ElementTree

    with tempfile.TemporaryDirectory() as folder:
        counts = os.path.join(folder, "counts.xml")
        more = ["-n", str(parts), "--dist", "loadfile", "--no-loadscope-reorder", "--junit-xml", counts]
        more += ["--max-worker-restart", "0"]  # a process that replaces another can wait for ever
        status = run([PYTHON, "-m", "pytest"] + more + options)
        if os.path.exists(counts):
            suite = ElementTree.parse(counts).getroot()[0].attrib
            total, failed, skipped = (sum(int(suite[key]) for key in keys) for keys in OUTCOMES)
            print("%d passed, %d failed, %d skipped" % (total - failed - skipped, failed, skipped))
    return status


CHECKS = (["-m", "ruff", "check", "."], ["-m", "mypy"])


def check_sources():
    """Runs ruff and mypy and returns the names of those that failed."""
    return [check[1] for check in CHECKS if run([PYTHON] + check)]


def test(arguments):
    """Runs all checks and tests, even if some fail: the quick tests, every test with --all, or
    those selected by pytest arguments."""
    from concurrent.futures import ThreadPoolExecutor

    parts = 1 + (os.cpu_count() or 1)  # some tests only wait
    with ThreadPoolExecutor(1) as pool:
        checks = pool.submit(check_sources)
        if arguments in ([], ["--all"]):
            status = share_out(parts, [] if arguments else ["--short"])
        else:
            status = run([PYTHON, "-m", "pytest"] + arguments)
        failed = checks.result() + (["pytest"] if status else [])
    if failed:
        print("failed: " + ", ".join(failed), file=sys.stderr)
    return 1 if failed else 0


def art(arguments):
    """Makes pictures in an environment of its own: Blender needs older versions of what tests use."""
    make_venv(MAKERS)
    install(MAKERS, ("art",))
    return hand_over([python_of(MAKERS), "-m", "assets.makers"] + arguments, cwd=HERE)


def campaign(name):
    """The function that runs a campaign."""
    return lambda arguments: hand_over([PYTHON, "-m", "tests.campaign." + name] + arguments, cwd=HERE)


# ---- freezing ----

DIST = os.path.join(HERE, "dist")
SUFFIX = ".exe" if os.name == "nt" else ""
FOLDER = os.path.join(DIST, "hoard-folder")
PROGRAMS = (os.path.join(DIST, "hoard" + SUFFIX), os.path.join(FOLDER, "hoard" + SUFFIX))
ICON = os.path.join("assets", "art", "ui", "hoard.svg")
MARK = "hoard.frozen"  # marks an unpacked program for native/store/leftovers.py
# Assets that no program needs, beside the drawings of which it shows the relief.
UNFROZEN = ("readme", "desktop", "makers", "cards.toml", "portraits.toml")
BINARY = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")  # how binaries start, except on Windows
NEEDLESS = """
    _bz2 _decimal _hashlib _lzma _multiprocessing _ssl asyncio bz2 cffi curses decimal doctest
    email ensurepip ftplib html http imaplib lib2to3 lzma mailbox multiprocessing native.backend
    native.build_ffi native.icon numpy optparse PIL pdb pip pycparser pydoc pydoc_data pygame.camera pygame.docs
    pygame.examples pygame.midi pygame.sndarray pygame.surfarray pygame.tests setuptools smtplib socketserver
    ssl tarfile test tkinter unittest urllib.request venv webbrowser wsgiref xml xmlrpc
    pygame.freetype pygame._freetype pygame.ftfont
"""
# On Linux the program always uses UTF-8 and needs no other codec.
CODECS = "aliases ascii idna latin_1 utf_8 utf_8_sig utf_16 utf_16_be utf_16_le utf_32 utf_32_be utf_32_le"
# What the splash screen needs. On Linux a one-file program unpacks the rest behind it (native/unpacking.py).
EARLY = """
    base_library.zip libpython* *libz* *libSDL2-* *SDL2_ttf* *freetype* *harfbuzz* *png16* *brotli*
    *lib-dynload/math.* *lib-dynload/_struct.* *lib-dynload/_json.*
    *lib-dynload/zlib.* *lib-dynload/binascii.* *lib-dynload/_typing.* *lib-dynload/_heapq.*
    *lib-dynload/_sqlite3.* *libsqlite3*
    pygame/base.* pygame/bufferproxy.* pygame/color.* pygame/constants.* pygame/display.* pygame/draw.* pygame/event.*
    pygame/font.* pygame/joystick.* pygame/key.* pygame/rect.* pygame/rwobject.* pygame/surface.* pygame/surflock.*
    pygame/time.* pygame/transform.* pygame/window.* assets/fonts/cinzel* assets/theme.toml assets/*/theme.toml
    assets/company.toml hoard.frozen
"""
# The sound libraries; they are unpacked when the title is shown.
SOUNDING = """
    pygame/mixer* *libSDL2_mixer* *libFLAC* *fluidsynth* *mpg123* *libogg* *libopus* *sndfile* *libvorbis*
    *wavpack* *xmp*
"""
# What a one-file program's loader prints if the temporary folder is too small or forbids execution,
# and the better message that replaces it: with the same placeholders, and no longer.
LOADER_WORDS = (
    (b"Failed to load Python shared library '%s': %s\n", b"%s: %s; set TMPDIR or use the folder version\n"),
    (b"Failed to extract %s: decompression resulted in return code %d!\n",
     b"No room for %s (%d): set TMPDIR or use the folder version\n"),
    (b"Failed to extract %s: failed to write data chunk!\n", b"No room for %s: set TMPDIR or use hoard-folder\n"),
    (b"Could not create temporary directory!\n", b"Set TMPDIR or use the folder version\n"),
)  # fmt: skip
ENTRY = """
import sys
from native.start import main

sys.exit(main())
"""
SPEC = """
from fnmatch import fnmatch
from pathlib import Path
from native.unpacking import PROGRAM, SOUND, pack

found = Analysis(
    [{entry!r}], pathex=[{here!r}],
    datas=[({assets!r}, "assets"), ({schema!r}, "native/store"), ({licence!r}, "."), ({mark!r}, ".")],
    excludes={excludes!r}, hiddenimports={unseen!r},
)
# The system's own copies of these are newer or as good, and a second copy breaks its graphics drivers. The loader
# needs the system's libz, and with a copy in a folder where nothing may be run it could not say so.
found.binaries = [b for b in found.binaries if not b[0].startswith(("libstdc++", "libgcc_s", "libz.so"))]
# Help for debuggers, and an icon and a font of pygame's own: read at each start, used by nobody.
scripts = [s for s in found.scripts if not s[0].startswith("pyi_rth_")] + [("X utf8", None, "OPTION")]
found.datas = [d for d in found.datas if d[0] not in ("pygame/pygame_icon.bmp", "pygame/freesansbold.ttf")]
archive = PYZ(found.pure)
look = dict(name="hoard", strip={strip!r}, upx=False, console=True, **{look!r})
program = EXE(archive, scripts, exclude_binaries=True, **look)
folder = COLLECT(program, found.binaries, found.datas, name="hoard-folder", strip={strip!r}, upx=False)
# The one file: of what lies in the folder only what the first picture needs is unpacked at once.
inner = Path(folder.name) / program.contents_directory
files = [path for path in inner.rglob("*") if path.is_file() and not path.is_symlink()]
names = sorted(path.relative_to(inner).as_posix() for path in files)
early = [name for name in names if any(fnmatch(name, pattern) for pattern in {early!r})]
rest = [name for name in names if name not in early]
sounding = [name for name in rest if any(fnmatch(name, pattern) for pattern in {sounding!r})]
pack(inner, [name for name in rest if name not in sounding], Path({work!r}, PROGRAM))
pack(inner, sounding, Path({work!r}, SOUND))
links = [entry for entry in [*found.binaries, *found.datas] if entry[2] == "SYMLINK"]
files = dict([(name, inner / name) for name in early] + [(lot, Path({work!r}, lot)) for lot in (PROGRAM, SOUND)])
whole = [(name, str(path), "DATA") for name, path in files.items()]
EXE(archive, scripts, links, whole, **look)
if {platform!r} == "darwin":
    plist = {{"LSBackgroundOnly": False, "NSHighResolutionCapable": True, "CFBundleShortVersionString": {version!r}}}
    BUNDLE(folder, name="Hoard.app", icon={icns!r}, bundle_identifier="hoard.hoard", info_plist=plist)
"""
# What Windows shows as the file's properties.
WINDOWS = """
VSVersionInfo(
    ffi=FixedFileInfo(filevers={numbers!r}, prodvers={numbers!r}, mask=0x3F, flags=0, OS=0x40004, fileType=1),
    kids=[
        StringFileInfo([StringTable("040904B0", [
            StringStruct("FileDescription", "Hoard: five dragon card games"),
            StringStruct("FileVersion", {version!r}),
            StringStruct("InternalName", "hoard"),
            StringStruct("LegalCopyright", "MIT License"),
            StringStruct("OriginalFilename", "hoard.exe"),
            StringStruct("ProductName", "Hoard"),
            StringStruct("ProductVersion", {version!r}),
        ])]),
        VarFileInfo([VarStruct("Translation", [0x0409, 1200])]),
    ],
)
"""


def version():
    """The version of the program."""
    with open(os.path.join(HERE, "native", "__init__.py")) as file:
        return file.read().split('VERSION = "')[1].split('"')[0]


def packed_assets(work):
    """Writes the assets for freezing: TOML tables become JSON under the same names, which loads
    faster."""
    import json
    import tomllib

    from assets.makers.catalogue import replaced

    source, target = os.path.join(HERE, "assets"), os.path.join(work, "assets")
    shutil.copytree(source, target, ignore=lambda place, names: set(names) & set(UNFROZEN))
    for name in replaced():
        os.remove(os.path.join(target, name))
    for name in files_of(target):
        if name.endswith(".toml"):
            path = os.path.join(target, name)
            with open(path, "rb") as file:
                table = tomllib.load(file)
            write(path, json.dumps(table, separators=(",", ":")))
    return target


def look_of(work, platform):
    """The appearance of the program on a platform, as arguments of EXE."""
    numbers = tuple(map(int, version().split("."))) + (0,)
    if platform == "win32":
        shown = write(os.path.join(work, "version.txt"), WINDOWS.format(numbers=numbers, version=version()))
        return {"icon": os.path.join(work, "hoard.ico"), "version": shown, "hide_console": "hide-early"}
    return {"icon": os.path.join(work, "hoard.icns")} if platform == "darwin" else {}


def unseen():
    """The modules that no import names; those of the games are found by looking
    (native/games.py)."""
    native = os.path.join(HERE, "native")
    found = ["_cffi_backend", "native.tools.commands", "native.tools.shots", "game"]
    for name in sorted(os.listdir(native)):
        if os.path.exists(os.path.join(native, name, "game.c")):
            files = sorted(os.listdir(os.path.join(native, name)))
            found += ["native.%s.%s" % (name, file[:-3]) for file in files if file.endswith(".py") and file[0] != "_"]
    return found


def spec(work, strip, platform):
    """The text of PyInstaller's spec file."""
    made = {"assets": "assets", "mark": MARK, "icns": "hoard.icns", "entry": "hoard.py"}
    names = {name: os.path.join(work, path) for name, path in made.items()}
    linux = platform == "linux"
    needless = NEEDLESS.split() + (codecs() if linux else [])
    return SPEC.format(
        strip=strip, platform=platform, excludes=needless, unseen=unseen(), version=version(),
        early=EARLY.split() if linux else ["*"], sounding=SOUNDING.split(), work=work,
        look=look_of(work, platform), licence=os.path.join(HERE, "LICENSE"), here=HERE,
        schema=os.path.join(HERE, "native", "store", "schema.sql"), **names
    )  # fmt: skip


def codecs():
    """The names of Python's codecs that are left out."""
    import encodings
    import pkgutil

    names = [module.name for module in pkgutil.iter_modules(encodings.__path__)]
    return ["encodings." + name for name in names if name not in CODECS.split()]


def say_what_helps(program, words=LOADER_WORDS):
    """Replaces the loader's messages of a one-file program by better ones."""
    with open(program, "rb") as file:
        data = file.read()
    for old, new in words:
        assert len(new) <= len(old)
        assert re.findall(b"%[sd]", old) == re.findall(b"%[sd]", new)
        if data.count(old + b"\0") != 1:
            raise SetupError("PyInstaller's loader does not say %r any more; see LOADER_WORDS" % old.decode())
        data = data.replace(old + b"\0", new.ljust(len(old) + 1, b"\0"))
    with open(program, "wb") as file:
        file.write(data)


def mark(folder):
    """Makes the marker file of an unpacked program. PyInstaller unpacks executables first, by name;
    so even an incompletely unpacked folder has the marker, and the next start removes it."""
    os.chmod(write(os.path.join(folder, MARK), ""), 0o755)


def pack(strip):
    """Builds both versions with PyInstaller; the same sources and tools give identical files."""
    work = os.path.join(HERE, "build", "freeze")
    shutil.rmtree(work, ignore_errors=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    if os.path.exists(PROGRAMS[0]):
        os.remove(PROGRAMS[0])
    os.makedirs(work)
    mark(work)
    write(os.path.join(work, "hoard.py"), ENTRY)
    packed_assets(work)
    if run([PYTHON, os.path.join("native", "icon.py"), ICON, work]):
        raise SetupError("the icon could not be drawn (see above)")
    path = write(os.path.join(work, "hoard.spec"), spec(work, strip, sys.platform))
    command = [PYTHON, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    command += ["--distpath", DIST, "--workpath", work, path]
    fixed = {"PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": "1700000000", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    if run(command, env=dict(os.environ, **fixed)):
        raise SetupError("PyInstaller failed (see above)")
    if sys.platform.startswith("linux"):
        say_what_helps(PROGRAMS[0])
        shutil.copy(os.path.join(HERE, "assets", "desktop", "hoard.desktop"), FOLDER)
        shutil.copy(os.path.join(work, "hoard.png"), FOLDER)


def unlisted(folder):
    """The binaries of a frozen folder that belong to no part in assets/licences.toml."""
    import tomllib
    from fnmatch import fnmatch

    with open(os.path.join(HERE, "assets", "licences.toml"), "rb") as file:
        patterns = [pattern for part in tomllib.load(file)["part"] for pattern in part.get("files", [])]
    found = []
    for name in files_of(folder):
        with open(os.path.join(folder, name), "rb") as file:
            head = file.read(4)
        program = head in BINARY or head[:2] == b"MZ"
        last = name.lower().rpartition("/")[2]
        if program and not any(fnmatch(last, p) or fnmatch(name.lower(), "*/" + p) for p in patterns):
            found.append(name)
    return found


def passes(program):
    """Whether a frozen program passes its self-test without our Python in reach."""
    bare = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return not run([program, "selftest"], env=dict(bare, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy"))


def first_frame(program):
    """Seconds from the start of the process to the splash screen, and to its end right after the
    title; warm, medians of seven."""
    import tempfile
    import time

    hidden = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "HOARD_FIRST_FRAME": "1"}
    with tempfile.TemporaryDirectory() as data:
        command = [program, "--windowed", "--size", "1920x1080", "--data-dir", data]
        pictures, ends = [], []
        for _ in range(8):
            begun = time.time()
            process = subprocess.Popen(command, env=dict(os.environ, **hidden), stdout=subprocess.PIPE)
            assert process.stdout
            process.stdout.readline()
            pictures.append(time.time() - begun)
            process.communicate()
            ends.append(time.time() - begun)
            if process.returncode:
                raise SetupError("the frozen program %s does not start" % program)
    return sorted(pictures[1:])[3], sorted(ends[1:])[3]


def size(path):
    """The bytes of a file, or of all files in a program's folder."""
    files = [os.path.join(f, n) for f, _, names in os.walk(path) for n in names] if os.path.isdir(path) else [path]
    return sum(os.path.getsize(f) for f in files if not os.path.islink(f))


def glibc_needed(folder):
    """The newest glibc version that any binary of a folder needs."""
    found = [(0, 0)]
    for place, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(place, name), "rb") as file:
                data = file.read()
            if data[:4] == b"\x7fELF":
                found += [(2, int(minor)) for minor in re.findall(b"GLIBC_2[.]([0-9]+)", data)]
    return "%d.%d" % max(found)


def freeze(arguments):
    """Builds the executables into dist/, tests them, and prints their sizes and requirements."""
    import sysconfig

    shared = sysconfig.get_config_var("Py_ENABLE_SHARED") or sysconfig.get_config_var("PYTHONFRAMEWORK")
    if os.name == "posix" and not shared:
        raise SetupError(
            "freezing needs a Python with a shared library; the system's own python3 has one, and pyenv builds"
            " one with PYTHON_CONFIGURE_OPTS=--enable-shared"
        )
    os.umask(0o022)
    for strip in [True, False] if shutil.which("strip") and sys.platform != "win32" else [False]:
        pack(strip)
        if all(map(passes, PROGRAMS)):
            break
        print("the %sstripped program fails its self-test" % ("" if strip else "un"), file=sys.stderr)
    else:
        raise SetupError("the frozen program fails its self-test (see above)")
    for program, path in zip(PROGRAMS, (PROGRAMS[0], FOLDER)):
        figures = (path, size(path) / 1e6) + first_frame(program)
        print("%s: %.1f MB, first picture after %.2f s, title and end after %.2f s" % figures)
        print("  sha256 %s" % sha256(path))
    if sys.platform.startswith("linux"):
        print("needs glibc %s or newer" % glibc_needed(FOLDER))
    for name in unlisted(FOLDER):
        print("%s belongs to no part in assets/licences.toml" % name, file=sys.stderr)
    return 0


def package(arguments):
    """Makes and checks what a release needs: of a new frozen program, or with --frozen of the one that is there."""
    import argparse
    import platform

    parser = argparse.ArgumentParser(prog="build.py package")
    parser.add_argument("--frozen", action="store_true", help="take the program that is in dist/")
    parser.add_argument("--key", metavar="FILE", help="sign the sums with this key of minisign")
    asked = parser.parse_args(arguments)
    if not sys.platform.startswith("linux") or platform.machine() != "x86_64":
        raise SetupError("packages are made on Linux, x86-64")
    if asked.key and not os.path.isfile(asked.key):
        raise SetupError("there is no key %s; minisign -G makes one" % asked.key)
    if not asked.frozen:
        freeze([])
    elif not os.path.isdir(FOLDER):
        raise SetupError("there is no frozen program in dist/; leave --frozen out")
    command = [PYTHON, "-m", "native.tools.release", FOLDER, os.path.join(DIST, "release"), glibc_needed(FOLDER)]
    return hand_over(command + (["--key", os.path.abspath(asked.key)] if asked.key else []), cwd=HERE)


# ---- the command line ----

COMMANDS = {
    "play": game,
    "test": test,
    "setup": lambda arguments: 0,
    "freeze": freeze,
    "package": package,
    "bench": lambda arguments: game(["bench"] + bench_options(arguments)),
    "fuzz": campaign("fuzz"),
    "kill": campaign("kill"),
    "beside": campaign("beside"),
    "soak": campaign("soak"),
    "art": art,
    "pin": pin,
}


def main(arguments):
    """Runs a command. Returns 1, with a sentence on stderr, if it fails, 2 for a wrong command
    line."""
    if sys.version_info[:2] < OLDEST:
        print("Hoard needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2], file=sys.stderr)
        return 1
    if not arguments or arguments[0] not in COMMANDS:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        set_up(arguments[0])
        return COMMANDS[arguments[0]](arguments[1:])
    except SetupError as error:
        print("build.py: %s" % error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
