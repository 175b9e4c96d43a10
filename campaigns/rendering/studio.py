# Camera, lights and materials shared by the heroes. A scene uses the units of hero.svg: `at(634,
# 205)` is that point of the drawing, at 100 units per metre.
from math import atan, cos, radians, sin

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

DISTANCE = 22.0


class Studio:
    def __init__(self, width, height, elevation=5.0, across=1080, samples=12, exposure=0.2):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        self.width, self.height = width, height
        tilt = radians(elevation)
        self.right = Vector((1, 0, 0))
        self.up = Vector((0, sin(tilt), cos(tilt)))
        self.forward = Vector((0, cos(tilt), -sin(tilt)))
        self._camera(across)
        self._render(across, samples, exposure)

    def at(self, x, y, depth=0.0):
        """The point that is seen at x, y of the drawing, so far behind what is in focus."""
        scale = self.scale(depth)
        sideways = self.right * (x - self.width / 2) + self.up * (self.height / 2 - y)
        return self.forward * depth + sideways * scale

    def scale(self, depth=0.0):
        """Metres of one unit of the drawing."""
        return 0.01 * (DISTANCE + depth) / DISTANCE

    def on_floor(self, x, y):
        """Where the floor is seen at x, y."""
        eye = -self.forward * DISTANCE
        ray = (self.at(x, y) - eye).normalized()
        return eye + ray * ((self.floor_z - eye.z) / ray.z)

    def facing(self, location):
        """A matrix whose z axis points at the camera."""
        columns = Matrix((self.right, self.up, -self.forward)).transposed()
        return Matrix.Translation(location) @ columns.to_4x4()

    def floor(self, y, left, right, back=0.9, front=3.0):
        """Receives shadows and is not seen; at y of the drawing where the focus is."""
        self.floor_z = self.at(0, y).z
        x0, x1 = self.at(left, y).x, self.at(right, y).x
        corners = [(x0, -front), (x1, -front), (x1, back), (x0, back)]
        plane = mesh('floor', [(x, y, self.floor_z) for x, y in corners], [(0, 1, 2, 3)])
        plane.is_shadow_catcher = True
        return plane

    def light(self, place, power, size, colour=(1, 1, 1), target=(0, 0, 0)):
        data = bpy.data.lights.new('light', 'AREA')
        data.energy, data.size, data.color = power, size, colour
        lamp = bpy.data.objects.new('light', data)
        self.scene.collection.objects.link(lamp)
        lamp.location = place
        lamp.rotation_euler = (Vector(target) - Vector(place)).to_track_quat('-Z', 'Y').to_euler()
        return lamp

    def surroundings(self, colour, strength):
        world = bpy.data.worlds.new('world')
        self.scene.world = world
        world.use_nodes = True
        background = world.node_tree.nodes['Background']
        background.inputs['Color'].default_value = (*colour, 1)
        background.inputs['Strength'].default_value = strength

    def write(self, file):
        self.scene.render.filepath = file
        bpy.ops.render.render(write_still=True)

    def _camera(self, across):
        data = bpy.data.cameras.new('camera')
        data.angle = 2 * atan(self.width / 200 / DISTANCE)
        data.dof.use_dof = True
        data.dof.focus_distance = DISTANCE
        data.dof.aperture_fstop = 0.4
        camera = bpy.data.objects.new('camera', data)
        self.scene.collection.objects.link(camera)
        camera.matrix_world = self.facing(-self.forward * DISTANCE)
        self.camera = self.scene.camera = camera

    def _render(self, across, samples, exposure):
        render, cycles = self.scene.render, self.scene.cycles
        render.engine = 'CYCLES'
        render.resolution_x = across
        render.resolution_y = round(across * self.height / self.width)
        render.film_transparent = True
        render.image_settings.file_format = 'PNG'
        render.image_settings.color_mode = 'RGBA'
        cycles.samples = samples
        cycles.use_adaptive_sampling = True
        cycles.adaptive_threshold = 0.015
        cycles.use_denoising = False
        cycles.max_bounces = 8
        cycles.transparent_max_bounces = 16
        cycles.sample_clamp_indirect = 4
        cycles.seed = 7
        self.scene.view_settings.view_transform = 'Standard'
        self.scene.view_settings.exposure = exposure
        self._smooth()

    def _smooth(self):
        """Blurs the light, not what it falls on, where the surface is the same."""
        layer = self.scene.view_layers[0]
        layer.cycles.denoising_store_passes = True
        self.scene.use_nodes = True
        tree = self.scene.node_tree
        tree.nodes.clear()

        def node(kind, **sockets):
            made = tree.nodes.new(f'CompositorNode{kind}')
            for at, source in sockets.items():
                tree.links.new(source, made.inputs[int(at[1:])])
            return made

        rendered = node('RLayers')
        albedo = node('MixRGB', i1=rendered.outputs['Denoising Albedo'])
        albedo.blend_type = 'ADD'
        albedo.inputs[2].default_value = (0.02, 0.02, 0.02, 0)
        light = node('MixRGB', i1=rendered.outputs['Image'], i2=albedo.outputs[0])
        light.blend_type = 'DIVIDE'
        blurred = node('Bilateralblur', i0=light.outputs[0], i1=rendered.outputs['Denoising Normal'])
        blurred.iterations, blurred.sigma_color, blurred.sigma_space = 2, 0.22, 3.5
        lit = node('MixRGB', i1=blurred.outputs[0], i2=albedo.outputs[0])
        lit.blend_type = 'MULTIPLY'
        node('Composite', i0=lit.outputs[0])


def mesh(name, points, faces, smooth=False):
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(point) for point in points], [], [tuple(face) for face in faces])
    data.update()
    if smooth:
        data.polygons.foreach_set('use_smooth', np.ones(len(data.polygons), dtype=bool))
    made = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(made)
    return made


def copy_of(original, matrix):
    made = original.copy()
    bpy.context.scene.collection.objects.link(made)
    made.matrix_world = matrix
    return made


def grid_faces(rows, columns, closed=True, flip=False):
    """Of points that are listed row by row; `closed`: the last column meets the first."""
    steps = columns if closed else columns - 1
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(steps), indexing='ij')
    k = (j + 1) % columns
    faces = np.stack([i * columns + j, i * columns + k, (i + 1) * columns + k, (i + 1) * columns + j], -1)
    faces = faces.reshape(-1, 4)
    return faces[:, ::-1] if flip else faces


def turned(place, x=0, y=0, z=0):
    turn = Euler((radians(x), radians(y), radians(z))).to_matrix().to_4x4()
    return Matrix.Translation(place) @ turn


def attribute(made, name, values):
    layer = made.data.attributes.new(name, 'FLOAT', 'POINT')
    layer.data.foreach_set('value', np.asarray(values, dtype=np.float32))


def linear(colour):
    """Of `#rrggbb`."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)


def waves(x, y, seed, count=24, low=1.0, high=9.0):
    """Smooth noise from -1 to 1, mostly."""
    draw = np.random.default_rng(seed)
    total = np.zeros(np.broadcast(x, y).shape)
    for _ in range(count):
        size = np.exp(draw.uniform(np.log(low), np.log(high)))
        angle, phase = draw.uniform(0, 2 * np.pi, 2)
        total += np.sin(size * (x * np.cos(angle) + y * np.sin(angle)) + phase) / size**0.7
    return total / np.sqrt(count) * 1.6


def smooth_step(low, high, value):
    part = np.clip((value - low) / (high - low), 0, 1)
    return part * part * (3 - 2 * part)


class Nodes:
    """A material's nodes, each made with its inputs."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()

    def add(self, kind, **inputs):
        node = self.tree.nodes.new(f'ShaderNode{kind}')
        for name, value in inputs.items():
            self.put(node, name.replace('_', ' '), value)
        return node

    def put(self, node, name, value):
        socket = node.inputs[int(name[1:])] if name[0] == 'i' and name[1:].isdigit() else node.inputs[name]
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, tuple) and len(value) == 3 and socket.type == 'RGBA':
            socket.default_value = (*value, 1)
        else:
            socket.default_value = value

    def ramp(self, value, *stops):
        node = self.add('ValToRGB', Fac=value)
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (place, colour) in zip(elements, stops):
            element.position = place
            element.color = (*colour, 1)
        return node.outputs['Color']

    def noise(self, scale, detail=4.0, roughness=0.6, place='Object'):
        where = self.add('TexCoord').outputs[place]
        node = self.add('TexNoise', Vector=where, Scale=scale, Detail=detail, Roughness=roughness)
        return node.outputs['Fac']

    def bump(self, height, strength, distance=0.02, normal=None):
        node = self.add('Bump', Height=height, Strength=strength, Distance=distance)
        if normal is not None:
            self.put(node, 'Normal', normal)
        return node.outputs['Normal']

    def mix(self, part, one, other, blend='MIX'):
        node = self.tree.nodes.new('ShaderNodeMixRGB')
        node.blend_type = blend
        for name, value in (('Fac', part), ('Color1', one), ('Color2', other)):
            self.put(node, name, value)
        return node.outputs['Color']

    def end(self, shader):
        output = self.tree.nodes.new('ShaderNodeOutputMaterial')
        self.tree.links.new(shader, output.inputs['Surface'])
        return self.material


def plain(name, colour, roughness=0.4, metallic=0.0, clearcoat=0.0):
    nodes = Nodes(name)
    shader = nodes.add(
        'BsdfPrincipled',
        Base_Color=colour,
        Roughness=roughness,
        Metallic=metallic,
        Clearcoat=clearcoat,
    )
    return nodes.end(shader.outputs['BSDF'])
