"""The games in the interfaces of research libraries."""
