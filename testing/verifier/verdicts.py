# Answers many questions to verify.py from one process: a line of JSON with its arguments in, a line with its verdict out.
# For tests only: starting Python for each of them takes longer than the answers.
import importlib.util
import json
import pathlib
import sys

path = pathlib.Path(__file__).parent.parent / "verify.py"
spec = importlib.util.spec_from_file_location("verify", path)
verify = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(verify)

for line in sys.stdin:
    verdict = verify.verify(verify.asked_of(json.loads(line)))
    sys.stdout.buffer.write((verify.spelled(verdict) + "\n").encode("utf-8"))
    sys.stdout.flush()
