# blender --background --python campaigns/rendering/render.py -- <campaign> <scene> <label.png> <out.png>
import importlib.util
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))
from studio import Studio

campaign, scene, label, out, *options = sys.argv[sys.argv.index('--') + 1 :]
source = here.parent / campaign / 'art' / 'source' / 'scenes.py'
spec = importlib.util.spec_from_file_location('scenes', source)
scenes = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scenes)
screen = {'width': 720, 'height': 418, 'across': 720, 'elevation': 14, 'samples': 12}
shapes = {'hero': {}, 'wheel': {'width': 420, 'height': 420, 'across': 760, 'elevation': 0}}
studio = Studio(**{**shapes.get(scene, screen), **scenes.SHAPES.get(scene, {})})
getattr(scenes, scene)(studio, str(Path(label).resolve()))
if options:
    # Drafts: a percentage of the size, and samples.
    studio.scene.render.resolution_percentage = int(options[0])
    studio.scene.cycles.samples = int(options[1])
studio.write(str(Path(out).resolve()))
