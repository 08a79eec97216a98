import sys
from tests.golden.commands import COMMANDS, OUTPUTS, printed
KEEP={"check-amended","graph","check-json","rules-json","rules-emit","map-json","perft-json","rules","rules-protocol","rules-two","perft","solve-json","graph-json"}
for file in OUTPUTS.glob("*.txt"):
    if file.stem not in COMMANDS: file.unlink()
for name, command in COMMANDS.items():
    if name not in KEEP:
        text=printed(command); f=OUTPUTS/f"{name}.txt"
        if not f.exists() or f.read_text(encoding="utf-8")!=text:
            f.write_text(text,encoding="utf-8"); print(name, flush=True)
