# Runs verify.py for many argument lists (a line of JSON each) in one process, since starting Python
# is slow.
import importlib.util
import json
import pathlib
import sys

path = pathlib.Path(__file__).parents[2] / "verifier" / "verify.py"
spec = importlib.util.spec_from_file_location("verify", path)
verify = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(verify)

for line in sys.stdin:
    verdict = verify.verify(verify.parse_options(json.loads(line)))
    sys.stdout.buffer.write((verify.canonical_json(verdict) + "\n").encode("utf-8"))
    sys.stdout.flush()
