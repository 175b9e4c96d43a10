# blender --background --python campaigns/rendering/render_hero.py -- <campaign> <label.png> <out.png>
import importlib.util
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))
campaign, label, out, *options = sys.argv[sys.argv.index('--') + 1 :]
source = here.parent / campaign / 'art' / 'source' / 'hero.py'
spec = importlib.util.spec_from_file_location('hero', source)
hero = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hero)
hero.build(str(Path(label).resolve()))
if options:
    # Drafts: a percentage of the size, and samples.
    hero.studio.scene.render.resolution_percentage = int(options[0])
    hero.studio.scene.cycles.samples = int(options[1])
hero.studio.write(str(Path(out).resolve()))
