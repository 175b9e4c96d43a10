"""Whether Patroni, as it is installed, takes its lock back from a successor.

One leader stands still until its lock has ended and another has it, then it renews the lock.
Exits with 1 if it has the lock again. Arguments: the section of etcd in Patroni's configuration,
and the address of an etcd.
"""

import sys
import time

from patroni.dcs import get_dcs

TTL_SECONDS = 5
protocol, address = sys.argv[1:]


def member(name):
    place = {protocol: {"host": address, "use_proxies": True}}
    times = {"ttl": TTL_SECONDS, "loop_wait": 1, "retry_timeout": 3}
    found = get_dcs({"scope": "renew-lost-lock", "name": name, **times, **place})
    found.touch_member({})
    return found


old, successor = member("old"), member("successor")
if not old.attempt_to_acquire_leader():
    sys.exit("The lock was not free.")
old.get_cluster()
if not old.update_leader(None):
    sys.exit("The lock could not be renewed while nobody else wanted it.")
deadline = time.monotonic() + 12 * TTL_SECONDS
while not successor.attempt_to_acquire_leader():
    if time.monotonic() > deadline:
        sys.exit("The lock never ended.")
    time.sleep(0.2)
if old.update_leader(None):
    sys.exit("A primary that stood still takes the lock back from its successor.")
