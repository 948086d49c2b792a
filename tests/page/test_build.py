"""The build of the page: the times at which it runs, and its error if it cannot."""

import json
import shutil
import sys
import tomllib
from pathlib import Path

import hatch_build
import pytest

from bankcraps.server.web.edge import page

ROOT = Path(__file__).parents[2]


@pytest.fixture
def web(tmp_path):
    """The sources of a page."""
    folder = tmp_path / "web"
    for name in hatch_build.SOURCES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("{}", encoding="utf-8")
    (folder / "src").mkdir()
    (folder / "src" / "main.ts").write_text("", encoding="utf-8")
    return folder


def lock(path, **packages):
    """Write a lock file of npm."""
    path.parent.mkdir(exist_ok=True)
    named = {f"node_modules/{name}": package for name, package in packages.items()}
    path.write_text(json.dumps({"packages": {"": {"name": "page"}} | named}), encoding="utf-8")


class Builder:
    """hatchling's side of a hook."""

    said = ""

    def display_warning(self, message):
        self.said += message

    def abort(self, message):
        raise SystemExit(message)


def hook(root):
    app = Builder()
    return hatch_build.PageHook(str(root), {}, None, None, "", "wheel", app), app


def no_network(*_):
    raise hatch_build.PageError("npm could not reach its registry")


def test_a_page_of_the_same_sources_is_not_built_again(web, tmp_path, monkeypatch):
    made = tmp_path / "page"
    made.mkdir()
    (made / ".built").write_text(hatch_build.digest(web), encoding="utf-8")
    monkeypatch.setattr(hatch_build, "_node", no_network)
    hatch_build.build(web, made)
    (web / "src" / "new.ts").write_text("1", encoding="utf-8")
    with pytest.raises(hatch_build.PageError):
        hatch_build.build(web, made)


def test_tests_are_no_sources(web):
    before = hatch_build.digest(web)
    (web / "src" / "main.test.ts").write_text("1", encoding="utf-8")
    assert hatch_build.digest(web) == before


def test_what_is_installed_is_compared_with_the_lock_file(web):
    vite, other = {"version": "8.1.0"}, {"version": "8.2.0"}
    dev, elsewhere = {"version": "1.0.0", "dev": True}, {"version": "1.0.0", "optional": True}
    here = web / "node_modules" / ".package-lock.json"
    lock(web / "package-lock.json", vite=vite, vitest=dev, win32=elsewhere)
    assert not hatch_build.installed(web)
    lock(here, vite=vite)
    assert hatch_build.installed(web)
    lock(here, vite=vite, vitest=other)
    assert hatch_build.installed(web)
    lock(here, vite=other)
    assert not hatch_build.installed(web)
    lock(here, vite=vite, win32=other)
    assert not hatch_build.installed(web)


def test_a_missing_source_is_named(web, tmp_path):
    (web / "index.html").unlink()
    with pytest.raises(hatch_build.PageError, match=r"index\.html"):
        hatch_build.build(web, tmp_path / "page")


@pytest.mark.parametrize(
    ("said", "reads"),
    [("npm error code ENOTFOUND", "npm could not reach its registry"), ("boom", "npm failed with code 3")],
)
def test_a_program_that_fails(web, capfd, said, reads):
    words = (sys.executable, "-c", f"print({said!r}); raise SystemExit(3)")
    with pytest.raises(hatch_build.PageError, match=reads):
        hatch_build.run(web, "npm", *words)
    assert said in capfd.readouterr().err


def test_a_wheel_without_a_page_is_not_built(tmp_path, monkeypatch):
    monkeypatch.setattr(hatch_build, "build", no_network)
    made, _ = hook(tmp_path)
    with pytest.raises(SystemExit, match="could not be built, because npm could not reach its registry"):
        made.initialize("standard", {})


def test_an_editable_install_goes_on_and_the_house_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr(hatch_build, "build", no_network)
    made, app = hook(tmp_path)
    made.initialize("editable", {})
    assert "npm could not reach" in app.said
    monkeypatch.setattr(page, "FOLDER", tmp_path / "src" / "bankcraps" / "server" / "page")
    assert "no page for browsers, because npm could not reach its registry." in page.missing_page()
    shutil.rmtree(page.FOLDER)
    assert "because the package was built without it." in page.missing_page()


def test_uv_looks_at_every_source():
    keys = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["uv"]["cache-keys"]
    looked_at = {key["file"] for key in keys}
    assert {f"web/{name}" for name in hatch_build.SOURCES} <= looked_at
    assert {"web/src/**/*", "web/public/*", "hatch_build.py"} <= looked_at
