# Makes campaigns/<id>/art/sounds.mp3: python3 campaigns/rendering/sounds.py <id>
# Debian: apt-get install --no-install-recommends python3-numpy lame
import subprocess
import sys
from pathlib import Path

import numpy as np

RATE = 24_000
# Seconds: where the page expects tick, stop and win (web/wheel/sound/samples.ts), and the end.
STARTS = [0, 0.15, 0.55, 1.6]
STOP, WIN = 0.4, 1.05
rng = np.random.default_rng(7)


def times(seconds):
    return np.arange(round(seconds * RATE)) / RATE


def mix(seconds, parts):
    """Each part: a sound, when it begins, and how loud it is."""
    heard = np.zeros(round(seconds * RATE))
    for sound, start, loudness in parts:
        at = round(start * RATE)
        part = sound[: max(0, len(heard) - at)]
        heard[at : at + len(part)] += loudness * part
    return heard


def noise(seconds, low, high, fall=1e9):
    """White between two pitches, with soft edges."""
    count = round(seconds * RATE)
    pitch = np.fft.rfftfreq(count, 1 / RATE)
    band = 1 / (1 + (low / np.maximum(pitch, 1)) ** 6) / (1 + (pitch / high) ** 6)
    heard = np.fft.irfft(np.fft.rfft(rng.standard_normal(count)) * band, count)
    return heard / np.abs(heard).max() * np.exp(-times(seconds) / fall)


def ring(seconds, modes, pitch=1, fall=1):
    """Each mode: pitch, loudness, and seconds until it is 60 dB softer."""
    at = times(seconds)
    return sum(a * np.exp(-6.9 * at / (t * fall)) * np.sin(2 * np.pi * p * pitch * at) for p, a, t in modes)


def glide(seconds, pitches, fall):
    """A resonance whose pitch changes."""
    at = times(seconds)
    pitch = np.interp(at, np.linspace(0, seconds, len(pitches)), pitches)
    return np.exp(-at / fall) * np.sin(2 * np.pi * np.cumsum(pitch) / RATE)


def biscuit():
    plate = [(1480, 0.5, 0.014), (2350, 0.8, 0.012), (3900, 0.6, 0.009), (5700, 0.3, 0.006)]

    def fractures(count, spread):
        """Cracks within a few milliseconds, the first the loudest."""
        for at in np.concatenate([[0], rng.exponential(spread / 3, count - 1)]):
            crack = noise(0.012, 1000, 8500, rng.uniform(0.0006, 0.0018))
            crack /= np.sqrt(np.mean(crack[:24] ** 2))
            yield crack, min(at, spread), rng.uniform(0.4, 1) * np.exp(-at / spread)

    tick = mix(0.03, [*fractures(6, 0.006), (ring(0.03, plate), 0, 0.5)])
    crumbs = [
        (noise(0.008, 2500, 9500, rng.uniform(0.0004, 0.0012)), min(at, 0.3), 1.4 * np.exp(-at / 0.08))
        for at in 0.02 + rng.exponential(0.05, 26)
    ]
    body = [(ring(0.05, plate, 0.8, 1.8), 0, 1), (glide(0.06, [620, 380], 0.009), 0, 0.9)]
    stop = mix(STOP, [*fractures(18, 0.015), *body, *crumbs])
    # A lid of tin: some modes are double, because no tin is round.
    lid = [
        (470, 0.5, 0.5), (474, 0.35, 0.5), (905, 0.6, 0.75), (911, 0.5, 0.7), (1367, 0.55, 0.85),
        (1378, 0.4, 0.8), (2013, 0.45, 0.7), (2027, 0.3, 0.65), (2790, 0.4, 0.55),
        (3655, 0.3, 0.42), (4710, 0.22, 0.3), (6120, 0.14, 0.2),
    ]
    scrape = noise(0.05, 1800, 7000) * np.linspace(0, 1, round(0.05 * RATE)) ** 2
    opened = [(glide(0.09, [210, 120], 0.03), 0.05, 1.3), (noise(0.03, 600, 6000, 0.004), 0.05, 1.2)]
    # It falls on the table and rattles.
    falls = [(0.33, 0.35), (0.43, 0.22), (0.5, 0.15), (0.55, 0.1)]
    rattle = [(ring(0.5, lid, 1.06, 0.5), at, 0.6 * loudness) for at, loudness in falls]
    knocks = [(noise(0.01, 1500, 8000, 0.002), at, 0.8 * loudness) for at, loudness in falls]
    win = mix(WIN, [(scrape, 0, 0.3), *opened, (ring(1, lid), 0.05, 0.6), *rattle, *knocks])
    return tick, stop, win


def tea():
    glass = [(1, 1, 1), (1.004, 0.5, 0.9), (1.53, 0.55, 0.8), (2.28, 0.5, 0.55), (3.12, 0.25, 0.3)]
    tap = noise(0.01, 2200, 9500, 0.0009)
    tick = mix(0.11, [(ring(0.11, glass, 2480, 0.13), 0, 1), (tap, 0, 0.8)])
    again = [(ring(0.3, glass, 2650, 0.5), 0.085, 0.45), (tap, 0.085, 0.5)]
    stop = mix(STOP, [(ring(0.4, glass, 2210, 0.75), 0, 1), (tap, 0, 1.2), *again])
    # The fuller the glass, the smaller its air and the higher every bubble.
    bubbles = []
    for start in np.sort(rng.uniform(0, WIN - 0.12, 330)):
        pitch = (430 + 560 * start / WIN) * np.exp(rng.normal(0, 0.28))
        fall = rng.uniform(0.004, 0.014) * 700 / pitch
        bubbles.append((glide(0.09, [pitch, pitch * 1.35], fall), start, rng.exponential(0.4)))
    at = times(WIN)
    stream = noise(WIN, 900, 4200) * (0.11 + 0.04 * np.sin(2 * np.pi * 9 * at))
    air = noise(WIN, 20, 60) * np.sin(2 * np.pi * np.cumsum(520 + 520 * at / WIN) / RATE)
    pour = mix(WIN, [*bubbles, (stream, 0, 1), (air, 0, 0.5)])
    return tick, stop, pour * np.minimum(1, at / 0.03) * np.minimum(1, (WIN - at) / 0.2)


def goli():
    marble = [(3140, 1, 0.03), (4890, 0.6, 0.022), (6930, 0.35, 0.014), (1180, 0.35, 0.02)]
    tick = mix(0.05, [(ring(0.05, marble), 0, 1), (noise(0.006, 2000, 9500, 0.0006), 0, 0.8)])
    pop = [(glide(0.16, [690, 420, 320, 290], 0.032), 0, 1.5), (glide(0.1, [1500, 800, 640], 0.012), 0, 0.5)]
    gas = [(noise(0.05, 400, 7000, 0.006), 0, 0.9), (noise(0.3, 2500, 9000, 0.06), 0.012, 0.22)]
    falls = [(0.1, 0.3), (0.17, 0.2), (0.22, 0.14), (0.255, 0.1)]
    stop = mix(STOP, [*pop, *gas, *[(ring(0.06, marble), at, loudness) for at, loudness in falls]])
    at = times(WIN)
    hiss = noise(WIN, 3200, 10_500) * (0.3 * np.exp(-at / 0.12) + 0.1 * np.exp(-at / 0.5))
    bubbles = []
    for start in np.minimum(rng.exponential(0.42, 1500), WIN - 0.01):
        pitch = np.exp(rng.uniform(np.log(3800), np.log(11_000)))
        bubble = glide(0.006, [pitch, pitch * 1.06], rng.uniform(0.0004, 0.0016))
        bubbles.append((bubble, start, rng.exponential(0.22) * np.exp(-start / 0.7)))
    # A few larger ones come up the neck.
    for start, pitch in zip(rng.uniform(0.05, 0.8, 9), rng.uniform(900, 1900, 9)):
        bubbles.append((glide(0.05, [pitch, pitch * 1.5], 0.011), start, 0.3 * (1 - start / 1.2)))
    fizz = mix(WIN, [(hiss, 0, 1), *bubbles])
    return tick, stop, fizz * np.minimum(1, at / 0.008) * np.minimum(1, (WIN - at) / 0.25)


campaign = sys.argv[1]
sounds = {'biscuit-2025': biscuit, 'tea-demo': tea, 'goli-soda-2026': goli}[campaign]()
sprite = []
for sound, start, end in zip(sounds, STARTS, STARTS[1:]):
    sound = sound[: round((end - start - 0.01) * RATE)]
    fade = round(0.02 * RATE)
    sound[-fade:] *= np.linspace(1, 0, fade)
    # A small loudspeaker has little room: what is short is pressed together, to be heard.
    sound = np.tanh(1.8 * sound / np.abs(sound).max())
    sprite.append((sound / np.abs(sound).max(), start, 0.8))
file = Path(__file__).parent.parent / campaign / 'art' / 'sounds.mp3'
raw = '-r -s 24 -m m --bitwidth 16 --little-endian -b 64 -q 0 -t'.split()
pcm = (mix(STARTS[-1], sprite) * 32767).astype('<i2').tobytes()
subprocess.run(['lame', '--quiet', *raw, '-', file], input=pcm, check=True)
print(f'{file}: {file.stat().st_size} bytes')
