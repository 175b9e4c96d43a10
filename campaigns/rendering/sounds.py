# Makes campaigns/<id>/art/sounds.mp3: python3 campaigns/rendering/sounds.py <id>
# Debian: apt-get install --no-install-recommends python3-numpy lame
import subprocess
import sys
from pathlib import Path

import numpy as np

RATE = 24_000
# Seconds: where the page expects each sound (web/wheel/sound/voice.ts), and the end.
TICK, STOP, WIN, END = 0, 0.15, 0.55, 1.6
rng = np.random.default_rng(7)


def silence(seconds):
    return np.zeros(round(seconds * RATE))


def times(seconds):
    return np.arange(round(seconds * RATE)) / RATE


def add(to, sound, at=0.0, loudness=1.0):
    start = round(at * RATE)
    part = sound[: len(to) - start]
    to[start : start + len(part)] += loudness * part
    return to


def noise(seconds, low, high):
    """White between two pitches, with soft edges."""
    count = round(seconds * RATE)
    pitch = np.fft.rfftfreq(count, 1 / RATE)
    band = 1 / (1 + (low / np.maximum(pitch, 1)) ** 6) / (1 + (pitch / high) ** 6)
    heard = np.fft.irfft(np.fft.rfft(rng.standard_normal(count)) * band, count)
    return heard / np.abs(heard).max()


def burst(seconds, low, high, fall):
    return noise(seconds, low, high) * np.exp(-times(seconds) / fall)


def ring(seconds, modes):
    """Each mode: pitch, loudness, and seconds until it is 60 dB softer."""
    at = times(seconds)
    return sum(
        loudness * np.exp(-6.9 * at / fall) * np.sin(2 * np.pi * pitch * at)
        for pitch, loudness, fall in modes
    )


def glide(seconds, pitches, fall):
    """A resonance whose pitch changes."""
    at = times(seconds)
    pitch = np.interp(at, np.linspace(0, seconds, len(pitches)), pitches)
    return np.exp(-at / fall) * np.sin(2 * np.pi * np.cumsum(pitch) / RATE)


def fractures(count, spread, low, high):
    """Cracks within a few milliseconds, the first the loudest."""
    heard = silence(spread + 0.02)
    for at in np.concatenate([[0], rng.exponential(spread / 3, count - 1)]):
        crack = burst(0.012, low, high, rng.uniform(0.0006, 0.0018))
        crack /= np.sqrt(np.mean(crack[:24] ** 2))
        add(heard, crack, min(at, spread), rng.uniform(0.4, 1) * np.exp(-at / spread))
    return heard


def biscuit():
    plate = [(1480, 0.5, 0.014), (2350, 0.8, 0.012), (3900, 0.6, 0.009), (5700, 0.3, 0.006)]
    tick = add(fractures(6, 0.006, 1200, 8000), ring(0.03, plate), 0, 0.5)
    stop = silence(WIN - STOP)
    add(stop, fractures(18, 0.015, 900, 8500), 0, 1)
    add(stop, ring(0.05, [(p * 0.8, a, t * 1.8) for p, a, t in plate]), 0, 1)
    add(stop, glide(0.06, [620, 380], 0.009), 0, 0.9)
    for at in 0.02 + rng.exponential(0.05, 26):
        crumb = burst(0.008, 2500, 9500, rng.uniform(0.0004, 0.0012))
        add(stop, crumb, min(at, 0.3), 1.4 * np.exp(-at / 0.08))
    # A lid of tin: two of each mode, a little apart, because no tin is round.
    lid = [
        (470, 0.5, 0.5), (474, 0.35, 0.5), (905, 0.6, 0.75), (911, 0.5, 0.7), (1367, 0.55, 0.85),
        (1378, 0.4, 0.8), (2013, 0.45, 0.7), (2027, 0.3, 0.65), (2790, 0.4, 0.55),
        (3655, 0.3, 0.42), (4710, 0.22, 0.3), (6120, 0.14, 0.2),
    ]
    win = silence(END - WIN)
    add(win, noise(0.05, 1800, 7000) * np.linspace(0, 1, round(0.05 * RATE)) ** 2, 0, 0.3)
    add(win, glide(0.09, [210, 120], 0.03), 0.05, 1.3)
    add(win, burst(0.03, 600, 6000, 0.004), 0.05, 1.2)
    add(win, ring(1.0, lid), 0.05, 0.6)
    # It falls on the table and rattles.
    for at, loudness in [(0.33, 0.35), (0.43, 0.22), (0.5, 0.15), (0.55, 0.1)]:
        add(win, ring(0.5, [(p * 1.06, a, t * 0.5) for p, a, t in lid]), at, 0.6 * loudness)
        add(win, burst(0.01, 1500, 8000, 0.002), at, 0.8 * loudness)
    return tick, stop, win


def tea():
    def glass(pitch, fall):
        modes = [(1, 1, 1), (1.004, 0.5, 0.9), (1.53, 0.55, 0.8), (2.28, 0.5, 0.55), (3.12, 0.25, 0.3)]
        return [(pitch * of, loudness, fall * lasts) for of, loudness, lasts in modes]

    tick = add(ring(0.11, glass(2480, 0.13)), burst(0.01, 2500, 9500, 0.0008), 0, 0.8)
    stop = add(silence(WIN - STOP), ring(0.44, glass(2210, 0.75)))
    add(stop, burst(0.01, 1800, 9500, 0.001), 0, 1.2)
    add(stop, ring(0.3, glass(2650, 0.5)), 0.085, 0.45)
    add(stop, burst(0.01, 2500, 9500, 0.0008), 0.085, 0.5)
    seconds = END - WIN
    pour = silence(seconds)
    # The fuller the glass, the smaller its air and the higher every bubble.
    for at in np.sort(rng.uniform(0, seconds - 0.12, 330)):
        full = at / seconds
        pitch = (430 + 560 * full) * np.exp(rng.normal(0, 0.28))
        fall = rng.uniform(0.004, 0.014) * 700 / pitch
        bubble = glide(0.09, [pitch, pitch * 1.35], fall)
        add(pour, bubble, at, rng.exponential(0.4))
    at = times(seconds)
    turbulent = noise(seconds, 900, 4200) * (0.11 + 0.04 * np.sin(2 * np.pi * 9 * at))
    air = noise(seconds, 20, 60) * np.sin(2 * np.pi * np.cumsum(520 + 520 * at / seconds) / RATE)
    pour += turbulent + 0.5 * air
    pour *= np.minimum(1, at / 0.03) * np.minimum(1, (seconds - at) / 0.2)
    return tick, stop, pour


def goli():
    marble = [(3140, 1, 0.03), (4890, 0.6, 0.022), (6930, 0.35, 0.014), (1180, 0.35, 0.02)]
    tick = add(ring(0.05, marble), burst(0.006, 2000, 9500, 0.0006), 0, 0.8)
    stop = silence(WIN - STOP)
    add(stop, glide(0.16, [690, 420, 320, 290], 0.032), 0, 1.5)
    add(stop, glide(0.1, [1500, 800, 640], 0.012), 0, 0.5)
    add(stop, burst(0.05, 400, 7000, 0.006), 0, 0.9)
    # The gas that follows, and the marble in the neck.
    add(stop, burst(0.3, 2500, 9000, 0.06), 0.012, 0.22)
    for at, loudness in [(0.1, 0.3), (0.17, 0.2), (0.22, 0.14), (0.255, 0.1)]:
        add(stop, ring(0.06, marble), at, loudness)
    seconds = END - WIN
    at = times(seconds)
    fizz = noise(seconds, 3200, 10_500) * (0.3 * np.exp(-at / 0.12) + 0.1 * np.exp(-at / 0.5))
    for start in np.minimum(rng.exponential(0.42, 1500), seconds - 0.01):
        pitch = np.exp(rng.uniform(np.log(3800), np.log(11_000)))
        bubble = glide(0.006, [pitch, pitch * 1.06], rng.uniform(0.0004, 0.0016))
        add(fizz, bubble, start, rng.exponential(0.22) * np.exp(-start / 0.7))
    # A few larger ones come up the neck.
    for start in rng.uniform(0.05, 0.8, 9):
        pitch = rng.uniform(900, 1900)
        add(fizz, glide(0.05, [pitch, pitch * 1.5], 0.011), start, 0.3 * (1 - start / 1.2))
    fizz *= np.minimum(1, at / 0.008) * np.minimum(1, (seconds - at) / 0.25)
    return tick, stop, fizz


SOUNDS = {"biscuit-2025": biscuit, "tea-demo": tea, "goli-soda-2026": goli}


def main(campaign):
    sprite = silence(END)
    for sound, (start, end) in zip(SOUNDS[campaign](), [(TICK, STOP), (STOP, WIN), (WIN, END)]):
        sound = sound[: round((end - start - 0.01) * RATE)]
        fade = min(len(sound), round(0.02 * RATE))
        sound[-fade:] *= np.linspace(1, 0, fade)
        # A small loudspeaker has little room: what is short is pressed together, to be heard.
        sound = np.tanh(1.8 * sound / np.abs(sound).max())
        add(sprite, sound / np.abs(sound).max(), start, 0.8)
    file = Path(__file__).parent.parent / campaign / "art" / "sounds.mp3"
    pcm = (sprite * 32767).astype("<i2").tobytes()
    raw = ["-r", "-s", str(RATE / 1000), "-m", "m", "--bitwidth", "16", "--little-endian"]
    subprocess.run(["lame", "--quiet", *raw, "-b", "64", "-q", "0", "-t", "-", file], input=pcm, check=True)
    print(f"{file}: {file.stat().st_size} bytes")


main(sys.argv[1])
