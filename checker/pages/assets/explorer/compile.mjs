// Compile the Python in ZIP archives for the Python that runs in the page, which then starts in a third of the time.
// Node.js runs it when a site is written: node compile.mjs FOLDER-OF-PYODIDE ARCHIVE…; each is written anew in its place.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const COMPILE = `
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

def compiled(name, content):
    if not name.endswith(".py"):
        return name, content
    code = compile(content, name, "exec", dont_inherit=True)
    return name + "c", _code_to_hash_pyc(code, source_hash(content), checked=False)

with ZipFile("/sources.zip") as sources, ZipFile("/compiled.zip", "w", ZIP_DEFLATED, compresslevel=9) as written:
    for name in sources.namelist():
        path, content = compiled(name, sources.read(name))
        written.writestr(ZipInfo(path), content, ZIP_DEFLATED)
`;

const [folder, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/` });
for (const archive of archives) {
  python.FS.writeFile("/sources.zip", readFileSync(archive));
  python.runPython(COMPILE);
  writeFileSync(archive, python.FS.readFile("/compiled.zip"));
}
process.exit();
