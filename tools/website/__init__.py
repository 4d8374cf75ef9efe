"""The pieces of the documentation site, used by tools/make_site.py."""
