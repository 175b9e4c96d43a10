# A bottle with a marble in its neck, filled, labelled, and wet outside.
from math import pi

import bpy
import numpy as np
from mathutils import Matrix, Vector

from studio import Nodes, attribute, grid_faces, linear, mesh, waves

# Half of the outline, from the mouth down: (half width, height) of a bottle 3.28 high.
OUTLINE = [
    (0.2, 3.28), (0.26, 3.28), (0.28, 3.25), (0.28, 3.14), (0.26, 3.08), (0.2, 3.04), (0.21, 2.98),
    (0.29, 2.86), (0.32, 2.7), (0.3, 2.52), (0.22, 2.36), (0.17, 2.22), (0.18, 2.1), (0.27, 1.95),
    (0.4, 1.8), (0.5, 1.66), (0.54, 1.52), (0.54, 0.9), (0.54, 0.3), (0.53, 0.12), (0.47, 0.03),
    (0.36, 0.0), (0.0, 0.03),
]
WALL = 0.05


def bottle(place, label, fill=2.34, around=256, has_marble=True, finest=0.008):
    """@param fill how high; 0: it is empty. @param finest radius of a drop on it"""
    heights, halves = smooth(OUTLINE)
    outer = np.stack([halves, heights], -1)
    inner = np.stack([np.maximum(halves - WALL, 0), np.maximum(heights, 0.09)], -1)
    shell = np.concatenate([outer[::-1], inner])
    glass = lathe('glass', shell, place, around)
    glass.data.materials.append(glass_of('glass', '#e4f8f4', 1.48))
    # Without caustics its shadow would be as dark as a solid's.
    glass.visible_shadow = False
    if fill:
        soda(place, inner, fill, around)
    if has_marble:
        marble(place @ Matrix.Translation((0, 0, 2.6)))
    wrap(place, label)
    drops(place, heights, halves, finest)


def soda(place, inner, fill, around):
    wet = inner[inner[:, 1] <= fill] - (-0.004, 0)
    top = wet[0]
    made = lathe('soda', np.concatenate([wet[::-1], [(top[0] * 0.97, top[1] + 0.012), (0, top[1])]]), place, around)
    made.data.materials.append(glass_of('soda', '#eef07a', 1.33))
    bubbles(place, fill)


def smooth(outline, steps=14):
    """A Catmull-Rom spline through the points, which keeps the corners of the mouth soft."""
    points = np.array([outline[0], *outline, outline[-1]])
    out = []
    for at in range(1, len(points) - 2):
        p0, p1, p2, p3 = points[at - 1 : at + 3]
        for t in np.linspace(0, 1, steps, endpoint=False):
            out.append(0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3))
    out.append(points[-1])
    out = np.array(out)
    return out[:, 1], np.maximum(out[:, 0], 0)


def lathe(name, profile, place, around):
    turn = np.linspace(0, 2 * pi, around, endpoint=False)
    r, z = profile[:, :1], profile[:, 1:] * np.ones(around)
    points = np.stack([r * np.cos(turn), r * np.sin(turn), z], -1).reshape(-1, 3)
    made = mesh(name, points, grid_faces(len(profile), around), smooth=True)
    bpy.context.view_layer.objects.active = made
    bpy.ops.object.mode_set(mode='EDIT')
    bpy.ops.mesh.select_all(action='SELECT')
    bpy.ops.mesh.remove_doubles(threshold=0.0005)
    bpy.ops.mesh.normals_make_consistent(inside=False)
    bpy.ops.object.mode_set(mode='OBJECT')
    made.matrix_world = place
    return made


def glass_of(name, colour, ior, roughness=0.0):
    nodes = Nodes(name)
    shader = nodes.add(
        'BsdfPrincipled',
        Base_Color=linear(colour),
        Roughness=roughness,
        Transmission=1.0,
        IOR=ior,
        Specular=0.6,
    )
    return nodes.end(shader.outputs['BSDF'])


def spheres(name, places, material):
    """@param places of each: where, and its three half axes."""
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=2, radius=1)
    pattern = bpy.context.object
    unit = np.array([vertex.co for vertex in pattern.data.vertices])
    faces = np.array([list(face.vertices) for face in pattern.data.polygons])
    bpy.data.objects.remove(pattern)
    points = np.concatenate([unit * size + where for where, size in places])
    shifts = np.arange(len(places))[:, None, None] * len(unit)
    made = mesh(name, points, (faces[None] + shifts).reshape(-1, 3), smooth=True)
    made.data.materials.append(material)
    return made


def bubbles(place, fill):
    draw = np.random.default_rng(3)
    places = []
    for _ in range(160):
        turn, away = draw.uniform(0, 2 * pi), 0.46 * draw.random() ** 0.4
        size = 0.006 + 0.014 * draw.random() ** 2
        height = fill - 0.03 - (fill - 0.2) * draw.random() ** 1.6
        reach = away if height < 1.5 else away * 0.6
        places.append(((reach * np.cos(turn), reach * np.sin(turn), height), size))
    made = spheres('bubbles', places, dew())
    made.matrix_world = place


def marble(place):
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.21, segments=64, ring_count=32)
    made = bpy.context.object
    bpy.ops.object.shade_smooth()
    nodes = Nodes('marble')
    swirl = nodes.add('TexWave', Vector=nodes.add('TexCoord').outputs['Object'], Scale=1.1, Distortion=4.0)
    colour = nodes.ramp(swirl.outputs['Fac'], (0.3, linear('#0f6fd0')), (0.62, linear('#2fb4f0')), (0.72, linear('#ffffff')), (0.8, linear('#e0216f')))
    shader = nodes.add(
        'BsdfPrincipled', Base_Color=colour, Roughness=0.05, Clearcoat=1.0,
        # Little light passes through the glass of the neck.
        Emission=colour, Emission_Strength=0.45,
    )
    made.data.materials.append(nodes.end(shader.outputs['BSDF']))
    made.matrix_world = place


def wrap(place, label, low=0.28, high=1.28, radius=0.552, half=0.56):
    turn = np.linspace(-pi * half, pi * half, 160)[None, :]
    z = np.linspace(low, high, 40)[:, None] * np.ones_like(turn)
    points = np.stack([radius * np.sin(turn) * np.ones_like(z), -radius * np.cos(turn) * np.ones_like(z), z], -1)
    made = mesh('label', points.reshape(-1, 3), grid_faces(40, 160, closed=False), smooth=True)
    attribute(made, 'along', (0.5 + turn / (2 * pi * half) * np.ones_like(z)).ravel())
    attribute(made, 'across', ((z - low) / (high - low)).ravel())
    nodes = Nodes('label')
    axes = []
    for name in ('along', 'across'):
        axis = nodes.tree.nodes.new('ShaderNodeAttribute')
        axis.attribute_name = name
        axes.append(axis.outputs['Fac'])
    image = nodes.add('TexImage', Vector=nodes.add('CombineXYZ', X=axes[0], Y=axes[1]).outputs[0])
    image.image = bpy.data.images.load(label)
    shader = nodes.add('BsdfPrincipled', Base_Color=image.outputs['Color'], Roughness=0.35, Clearcoat=0.5)
    made.data.materials.append(nodes.end(shader.outputs['BSDF']))
    made.matrix_world = place


def drops(place, heights, halves, finest):
    """Condensation on the side that is seen, more of it where the bottle is filled."""
    draw = np.random.default_rng(8)
    order = np.argsort(heights)
    places = []
    for _ in range(round(12 / finest)):
        height = 0.1 + 3.0 * draw.random() ** 1.25
        turn = draw.uniform(-1.9, 1.9)
        size = finest + 0.03 * draw.random() ** 4
        if 0.28 < height < 1.28 and draw.random() < 0.55:
            continue
        half = np.interp(height, heights[order], halves[order])
        reach = max(half, 0.553 if 0.27 < height < 1.29 else 0.0) + size * 0.15
        where = (reach * np.sin(turn), -reach * np.cos(turn), height)
        long = 1.0 + (1.2 * draw.random() if size > 0.02 else 0.2 * draw.random())
        places.append((where, (size, size, size * long)))
    made = spheres('drops', places, dew())
    made.matrix_world = place


def dew():
    """Clear in the middle and bright at the edge: glass so small would only be noise."""
    nodes = Nodes('dew')
    edge = nodes.add('LayerWeight', Blend=0.35).outputs['Facing']
    clear = nodes.add('BsdfTransparent')
    bright = nodes.add('BsdfPrincipled', Base_Color=linear('#f2fbff'), Roughness=0.05, Specular=1.0)
    gloss = nodes.add('BsdfGlossy', Roughness=0.03)
    skin = nodes.add('MixShader', Fac=0.6)
    nodes.tree.links.new(bright.outputs[0], skin.inputs[1])
    nodes.tree.links.new(gloss.outputs[0], skin.inputs[2])
    share = nodes.add('MapRange', Value=edge)
    share.inputs['To Min'].default_value, share.inputs['To Max'].default_value = 0.12, 0.85
    mixed = nodes.add('MixShader', Fac=share.outputs[0])
    nodes.tree.links.new(clear.outputs[0], mixed.inputs[1])
    nodes.tree.links.new(skin.outputs[0], mixed.inputs[2])
    return nodes.end(mixed.outputs[0])
