# Props around a cup: leaves, granules of tea, pods of cardamom.
from math import pi

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

from studio import Nodes, copy_of, grid_faces, linear, mesh, waves


def leaf(length=0.8, colour='#2f8a4e', seed=1):
    """Lies along y, its stem at 0."""
    rows, columns = 60, 25
    t = np.linspace(0, 1, rows)[:, None]
    u = np.linspace(-1, 1, columns)[None, :]
    half = 0.23 * length * np.sin(pi * t**0.8) ** 0.9 * (1 - 0.25 * t) + 0.006
    serrated = 1 + 0.03 * np.sin(t * 120) * (np.abs(u) > 0.95)
    x = u * half * serrated
    y = t * length * np.ones_like(u)
    veins = 0.006 * np.abs(np.sin((t * 9 - np.abs(u) * 1.6) * pi)) ** 6
    z = 0.25 * length * (t - t**2) + 0.35 * np.abs(x) - veins - 0.02 * np.exp(-((u / 0.07) ** 2))
    z = z + 0.02 * waves(x * 3, y * 3, seed, low=1, high=5)
    points = np.stack([x, y, z], -1).reshape(-1, 3)
    made = mesh('leaf', points, grid_faces(rows, columns, closed=False), smooth=True)
    nodes = Nodes('leaf')
    shade = nodes.ramp(nodes.noise(4.0, 4.0), (0.3, linear('#14522f')), (0.7, linear(colour)))
    shader = nodes.add(
        'BsdfPrincipled',
        Base_Color=shade,
        Roughness=0.32,
        Specular=0.5,
        Subsurface=0.1,
        Subsurface_Color=linear('#7fc04a'),
        Clearcoat=0.3,
    )
    shader.inputs['Subsurface Radius'].default_value = (0.05, 0.08, 0.02)
    made.data.materials.append(nodes.end(shader.outputs['BSDF']))
    return made


def granules(places, seed=6):
    draw = np.random.default_rng(seed)
    originals = []
    for colour in ('#2a140a', '#3d2010', '#54301a'):
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=2, radius=1)
        made = bpy.context.object
        points = np.array([vertex.co for vertex in made.data.vertices])
        points *= (1 + 0.3 * waves(points[:, 0] * 2, points[:, 1] * 2 + points[:, 2], seed))[:, None]
        made.data.vertices.foreach_set('co', points.ravel())
        bpy.ops.object.shade_smooth()
        nodes = Nodes('granule')
        shader = nodes.add(
            'BsdfPrincipled',
            Base_Color=linear(colour),
            Roughness=0.55,
            Normal=nodes.bump(nodes.noise(3.0, 5.0), 0.6, 0.3),
        )
        made.data.materials.append(nodes.end(shader.outputs['BSDF']))
        originals.append(made)
    for place in places:
        size = draw.uniform(0.016, 0.03)
        turn = Euler(draw.uniform(0, 6, 3)).to_matrix().to_4x4()
        stretch = Matrix.Diagonal((*(size * draw.uniform(0.7, 1.3, 3)), 1))
        copy_of(originals[draw.integers(3)], Matrix.Translation(Vector(place)) @ turn @ stretch)
    for made in originals:
        bpy.data.objects.remove(made)


def heap(centre, radius, count, seed=7):
    """Places of granules on a heap."""
    draw = np.random.default_rng(seed)
    places = []
    for _ in range(count):
        away, turn = radius * draw.random() ** 0.62, draw.uniform(0, 2 * pi)
        height = 0.3 * radius * max(0.0, 1 - (away / radius) ** 1.2) * draw.random() ** 0.25
        places.append(Vector(centre) + Vector((away * np.cos(turn), away * np.sin(turn), height + 0.015)))
    return places


def cardamom(place, length=0.3, seed=1):
    """Lies along x."""
    rows, around = 50, 72
    t = np.linspace(0, 1, rows)[:, None]
    a = np.linspace(0, 2 * pi, around, endpoint=False)[None, :]
    thick = 0.2 * length * np.sin(pi * np.clip(t, 0.01, 0.99)) ** 0.7
    thick = thick * (1 + 0.1 * np.cos(3 * a) + 0.045 * np.cos(18 * a))
    x = (t - 0.5) * length * np.ones_like(a)
    points = np.stack([x, thick * np.cos(a), thick * np.sin(a)], -1).reshape(-1, 3)
    made = mesh('cardamom', points, grid_faces(rows, around), smooth=True)
    nodes = Nodes('cardamom')
    shade = nodes.ramp(nodes.noise(7.0), (0.3, linear('#7d9440')), (0.7, linear('#b9c874')))
    shader = nodes.add('BsdfPrincipled', Base_Color=shade, Roughness=0.6)
    made.data.materials.append(nodes.end(shader.outputs['BSDF']))
    made.matrix_world = place
    return made
