# A kulhad of tea, its steam, and what is beside it: leaves, granules of tea, pods of cardamom.
from math import pi

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

from studio import Nodes, copy_of, grid_faces, linear, mesh, plain, smooth_step, waves

RIM, BASE, HEIGHT, WALL, FULL = 0.64, 0.4, 1.2, 0.06, 1.12


def kulhad(place, around=420, is_full=True):
    outside = [(0.0, 0.0), (BASE * 0.96, 0.0), (BASE, 0.03)]
    rise = np.linspace(0.06, 1.0, 150)
    for t in rise:
        belly = BASE + (RIM - BASE) * (0.62 * t + 0.38 * t**2.2)
        thrown = 0.0045 * np.sin(t * 74) * smooth_step(0.1, 0.3, t) * (1 - smooth_step(0.9, 1.0, t))
        band = 0.028 * np.exp(-(((t - 0.8) / 0.035) ** 2))
        outside.append((belly + thrown + band, t * HEIGHT))
    lip = [
        (RIM - WALL / 2 + np.cos(a) * WALL / 2, HEIGHT + np.sin(a) * WALL / 2)
        for a in np.linspace(0.2, pi, 12)
    ]
    inside = [(RIM - WALL - 0.1 * t, HEIGHT - t * 0.4) for t in np.linspace(0.05, 1, 20)]
    cup = lathe('kulhad', [*outside, *lip, *inside], place, around, rough=0.006)
    cup.data.materials.append(clay())
    if is_full:
        surface(place)
    return cup


def lathe(name, profile, place, around, rough=0.0):
    turn = np.linspace(0, 2 * pi, around, endpoint=False)
    r = np.array([p[0] for p in profile])[:, None]
    z = np.array([p[1] for p in profile])[:, None] * np.ones(around)
    away = r * (1 + rough * waves(np.cos(turn) * 2, np.sin(turn) * 2 + z, 3, low=1, high=6))
    points = np.stack([away * np.cos(turn), away * np.sin(turn), z], -1).reshape(-1, 3)
    made = mesh(name, points, grid_faces(len(profile), around), smooth=True)
    made.matrix_world = place
    return made


def clay():
    nodes = Nodes('clay')
    where = nodes.add('TexCoord').outputs['Object']
    flat = nodes.add('Mapping', Vector=where)
    flat.inputs['Scale'].default_value = (1.5, 1.5, 14)
    streaks = nodes.add('TexNoise', Vector=flat.outputs[0], Scale=3.0, Detail=5.0).outputs['Fac']
    colour = nodes.ramp(
        streaks, (0.3, linear('#9d4a26')), (0.5, linear('#c26a3d')), (0.72, linear('#d98a58'))
    )
    spots = nodes.ramp(nodes.noise(26.0, 2.0), (0.3, (0.45, 0.4, 0.36)), (0.42, (1, 1, 1)))
    colour = nodes.mix(0.5, colour, spots, 'MULTIPLY')
    rough = nodes.bump(streaks, 0.25, 0.03)
    rough = nodes.bump(nodes.noise(70.0, 5.0), 0.25, 0.01, rough)
    shader = nodes.add(
        'BsdfPrincipled', Base_Color=colour, Roughness=0.72, Specular=0.3, Normal=rough
    )
    return nodes.end(shader.outputs['BSDF'])


def surface(place):
    """Milky tea with bubbles along the wall."""
    radius = RIM - WALL - 0.035
    r = np.linspace(0, 1, 60)
    rise = 0.03 * smooth_step(0.9, 1.0, r)
    tea = lathe('tea', list(zip(r * radius, FULL + rise)), place, 240)
    nodes = Nodes('tea')
    foam = nodes.ramp(
        nodes.noise(6.0, 6.0, 0.6), (0.38, linear('#a9622c')), (0.66, linear('#d39a5d'))
    )
    shader = nodes.add(
        'BsdfPrincipled',
        Base_Color=foam,
        Roughness=0.12,
        Specular=0.5,
        Subsurface=0.15,
        Subsurface_Color=linear('#d59a60'),
        Normal=nodes.bump(nodes.noise(9.0, 3.0), 0.08, 0.02),
    )
    shader.inputs['Subsurface Radius'].default_value = (0.1, 0.06, 0.03)
    tea.data.materials.append(nodes.end(shader.outputs['BSDF']))
    bubble = Nodes('bubble')
    skin = bubble.add(
        'BsdfPrincipled', Base_Color=linear('#e2b27a'), Roughness=0.08, Subsurface=0.1, Clearcoat=1.0
    )
    skin = bubble.end(skin.outputs['BSDF'])
    draw = np.random.default_rng(12)
    for _ in range(70):
        turn, size = draw.uniform(0, 2 * pi), 0.012 + 0.03 * draw.random() ** 2
        away = radius * (1 - 0.16 * draw.random() ** 2) - size
        bpy.ops.mesh.primitive_uv_sphere_add(radius=size, segments=20, ring_count=10)
        made = bpy.context.object
        bpy.ops.object.shade_smooth()
        made.data.materials.append(skin)
        where = Vector((away * np.cos(turn), away * np.sin(turn), FULL + 0.012))
        made.matrix_world = place @ Matrix.Translation(where)


def spilt(place, long, wide, seed=4):
    """Tea on the floor, from 0 along x."""
    a = np.linspace(0, 2 * pi, 240, endpoint=False)
    away = 1 + 0.16 * waves(np.cos(a), np.sin(a), seed, low=1, high=4)
    flat = np.stack([long / 2 * (1 + away * np.cos(a)), wide / 2 * away * np.sin(a)], -1)
    middle = flat.mean(axis=0)
    rings = [np.c_[middle + (flat - middle) * s, np.full(240, h)] for s, h in ((1, 0), (0.985, 0.025), (0.95, 0.035), (0.01, 0.036))]
    made = mesh('spilt', np.concatenate(rings), grid_faces(len(rings), 240), smooth=True)
    made.data.materials.append(plain('spilt', linear('#cf9d62'), 0.12, clearcoat=1.0))
    made.matrix_world = place


def steam(studio, x, y, wide, tall, depth=0.0, seed=0.0, strength=0.5):
    """A wisp that rises from x, y of the drawing; it only adds light."""
    half, height = wide / 2, tall
    corners = [studio.at(x + dx, y - dy, depth) for dx, dy in ((-half, 0), (half, 0), (half, height), (-half, height))]
    made = mesh('steam', corners, [(0, 1, 2, 3)])
    uv = made.data.uv_layers.new()
    for loop, place in zip(uv.data, ((0, 0), (1, 0), (1, 1), (0, 1))):
        loop.uv = place
    made.visible_shadow = False
    made.visible_glossy = False
    made.visible_diffuse = False
    made.data.materials.append(vapour(tall / wide, seed, strength))


def vapour(ratio, seed, strength):
    nodes = Nodes('vapour')

    def maths(kind, one, two=0.0):
        node = nodes.add('Math', i0=one, i1=two)
        node.operation = kind
        return node.outputs[0]

    where = nodes.add('TexCoord').outputs['UV']
    split = nodes.add('SeparateXYZ', Vector=where)
    u, v = split.outputs['X'], split.outputs['Y']
    slow = nodes.add('CombineXYZ', X=seed, Y=maths('MULTIPLY', v, ratio * 0.9), Z=seed)
    sway = nodes.add('TexNoise', Vector=slow.outputs[0], Scale=1.6, Detail=1.0).outputs['Fac']
    # Sways more at greater height.
    bend = maths('MULTIPLY', maths('SUBTRACT', sway, 0.5), maths('ADD', maths('MULTIPLY', v, 1.1), 0.15))
    across = maths('ADD', u, bend)
    drawn = nodes.add('CombineXYZ', X=maths('MULTIPLY', across, 2.6), Y=maths('MULTIPLY', v, ratio * 0.75), Z=seed)
    wisps = nodes.add('TexNoise', Vector=drawn.outputs[0], Scale=1.5, Detail=3.0, Roughness=0.45, Distortion=1.1)
    ridge = maths('SUBTRACT', 1.0, maths('ABSOLUTE', maths('MULTIPLY', maths('SUBTRACT', wisps.outputs['Fac'], 0.5), 5.0)))
    ridge = maths('POWER', maths('MAXIMUM', ridge, 0.0), 2.2)
    soft = maths('MAXIMUM', maths('SUBTRACT', wisps.outputs['Fac'], 0.42), 0.0)
    body = maths('ADD', maths('MULTIPLY', ridge, 0.55), maths('MULTIPLY', soft, 1.3))
    # Narrow at the cup; fades at the edges and at the top.
    spread = maths('ADD', maths('MULTIPLY', v, 0.22), 0.2)
    side = maths('DIVIDE', maths('SUBTRACT', across, 0.5), spread)
    side = maths('POWER', 2.718, maths('MULTIPLY', maths('MULTIPLY', side, side), -1.6))
    rise = maths('MULTIPLY', maths('MINIMUM', maths('MULTIPLY', v, 7.0), 1.0), maths('POWER', maths('SUBTRACT', 1.0, v), 0.8))
    alpha = maths('MULTIPLY', maths('MULTIPLY', maths('MULTIPLY', body, side), rise), strength)
    glow = nodes.add('Emission', Color=(1.0, 0.97, 0.92), Strength=1.0)
    clear = nodes.add('BsdfTransparent')
    mixed = nodes.add('MixShader', Fac=maths('MINIMUM', alpha, 0.85))
    nodes.tree.links.new(clear.outputs[0], mixed.inputs[1])
    nodes.tree.links.new(glow.outputs[0], mixed.inputs[2])
    return nodes.end(mixed.outputs[0])


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
