#!/bin/sh
# Renders a picture of a campaign: sh campaigns/rendering/render.sh biscuit-2025 scan. README.md lists what it needs.
set -eu
campaign=$1 scene=$2
here=$(dirname "$0")
art=$here/../$campaign/art
bytes_max=${3:-18000}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

rsvg-convert --width 2000 "$art/source/pack.svg" --output "$work/pack.png"
nice -n 19 blender --background --python "$here/render.py" -- "$campaign" "$scene" "$work/pack.png" "$work/out.png"
for level in 20 22 24 26 28 30 32 34 36 38 40 42 44 46 48; do
  nice -n 19 avifenc --speed 3 --yuv 420 --min 0 --max 63 --minalpha 0 --maxalpha 63 \
    -a end-usage=q -a color:tune=ssim -a color:cq-level=$level -a alpha:cq-level=$((level + 10)) \
    "$work/out.png" "$work/out.avif" >"$work/log"
  bytes=$(wc -c <"$work/out.avif")
  [ "$bytes" -gt "$bytes_max" ] || break
done
cp "$work/out.avif" "$art/$scene.avif"
echo "$art/$scene.avif: $bytes bytes at level $level"
