# Rain, rings on the wet floor, an umbrella, a large drop, and lemons.
from math import cos, pi, radians, sin

import bpy
import numpy as np
from mathutils import Matrix, Vector

from bottle import dew, lathe, spheres
from studio import Nodes, grid_faces, linear, mesh, plain, waves
from wheel import circle, solid


def streaks(studio, count=70, seed=4):
    draw = np.random.default_rng(seed)
    nodes = Nodes('rain')
    glow = nodes.add('Emission', Color=linear('#bfe6ff'), Strength=0.9)
    clear = nodes.add('BsdfTransparent')
    mixed = nodes.add('MixShader', Fac=0.4)
    nodes.tree.links.new(clear.outputs[0], mixed.inputs[1])
    nodes.tree.links.new(glow.outputs[0], mixed.inputs[2])
    material = nodes.end(mixed.outputs[0])
    for _ in range(count):
        x, y = draw.uniform(-20, 740), draw.uniform(-30, 400)
        depth = draw.choice((-5.0, 1.5, 3.0, 5.0), p=(0.12, 0.28, 0.3, 0.3))
        long, thin = draw.uniform(14, 34), draw.uniform(0.5, 0.9)
        corners = [(x, y), (x + thin, y + 1), (x - 0.28 * long + thin, y + long), (x - 0.28 * long, y + long)]
        made = mesh('streak', [studio.at(*corner, depth) for corner in corners], [(0, 1, 2, 3)])
        made.visible_shadow = False
        made.data.materials.append(material)


def umbrella(studio, centre, turn, radius, height, colours, depth=1.3):
    """Its upper side, flattened in depth so that it stays behind what it covers."""
    place = studio.facing(studio.at(*centre, depth)) @ Matrix.Scale(studio.scale(depth), 4)
    place = place @ Matrix.Rotation(radians(-turn), 4, 'Z')
    gores, rows, columns = len(colours), 40, 30
    for at, colour in enumerate(colours):
        share = np.linspace(0, 1, columns)[None, :]
        side = -pi / 2 + pi * (at + share) / gores
        t = np.linspace(0, 1, rows)[:, None]
        away = np.sin(t * pi / 2)
        # Between two ribs the cloth is cut in an arc, and sags.
        cut = 1 - 0.1 * np.sin(pi * share) * t**6
        sag = 1 - 0.035 * np.sin(pi * share) * np.sin(pi * t)
        x = radius * away * np.sin(side) * sag
        y = height * np.cos(t * pi / 2) * sag + (1 - cut) * height * 1.6
        z = 0.42 * radius * away * np.cos(side) * sag
        points = np.stack([x * np.ones_like(z), y * np.ones_like(z), z], -1).reshape(-1, 3)
        made = mesh('gore', points, grid_faces(rows, columns, closed=False), smooth=True)
        made.data.materials.append(plain('cloth', linear(colour), 0.45, clearcoat=0.4))
        thick = made.modifiers.new('thick', 'SOLIDIFY')
        thick.thickness = 2.0
        made.matrix_world = place
    for at in range(gores + 1):
        side = -pi / 2 + pi * at / gores
        t = np.linspace(0, 1, 24)
        ribs = [((radius + 1) * np.sin(a * pi / 2) * sin(side), (height + 1) * np.cos(a * pi / 2), 0.42 * radius * np.sin(a * pi / 2) * cos(side) + 1.5) for a in t]
        tube(ribs, 1.4, '#f8fde4').matrix_world = place
    tube([(0, height - 2, 0), (0, height + 20, 0)], 3.6, colours[-1]).matrix_world = place
    tube([(0, height - 2, 0), (0, -1.5 * height, 0)], 4.2, '#d1246f').matrix_world = place


def tube(points, radius, colour):
    curve = bpy.data.curves.new('tube', 'CURVE')
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = '3D', radius, 4
    line = curve.splines.new('POLY')
    line.points.add(len(points) - 1)
    for point, where in zip(line.points, points):
        point.co = (*where, 1)
    curve.use_fill_caps = True
    made = bpy.data.objects.new('tube', curve)
    bpy.context.scene.collection.objects.link(made)
    curve.materials.append(plain('tube', linear(colour), 0.4))
    return made


def large_drop(studio, centre, radius, colour, depth=-0.1):
    """Pale, because HOME writes on it."""
    t = np.linspace(0, 1, 120)
    angle = t * pi
    # The upper half tapers to a point.
    is_high = np.cos(angle) > 0
    height = radius * np.cos(angle) * np.where(is_high, 2.1, 1.0)
    half = radius * np.sin(angle) ** np.where(is_high, 2.0, 1.0)
    place = studio.facing(studio.at(*centre, depth)) @ Matrix.Scale(studio.scale(depth), 4) @ Matrix.Rotation(-pi / 2, 4, 'X')
    made = lathe('drop', np.stack([half, height], -1)[::-1], place, 200)
    for vertex in made.data.vertices:
        vertex.co.y *= 0.45
    nodes = Nodes('drop')
    rim = nodes.add('LayerWeight', Blend=0.28).outputs['Facing']
    shade = nodes.ramp(rim, (0.0, linear('#c4ecfb')), (0.5, linear(colour)), (1.0, linear('#1f86c0')))
    shader = nodes.add(
        'BsdfPrincipled', Base_Color=shade, Roughness=0.06, Specular=0.6, Clearcoat=1.0, Emission=shade
    )
    shader.inputs['Emission Strength'].default_value = 0.12
    made.data.materials.append(nodes.end(shader.outputs['BSDF']))


def slice_of_lemon(place, radius=0.46, thickness=0.11):
    """Its axis is z."""
    def ring(away, height, count=200):
        turn = np.linspace(0, 2 * pi, count, endpoint=False)
        return np.stack([away * np.cos(turn), away * np.sin(turn), np.full(count, height)], -1)

    half = thickness / 2
    rind = solid('rind', [ring(radius * s, h) for s, h in ((0.9, -half), (0.98, -half * 0.8), (1.0, 0), (0.985, half * 0.75), (0.95, half))], linear('#f3d21f'), 0.35)
    pith = solid('pith', [ring(radius * 0.94, h) for h in (0, half * 1.02)], linear('#fdf8dc'), 0.6)
    parts = [rind, pith]
    nodes = Nodes('pulp')
    fibres = nodes.add('TexNoise', Vector=nodes.add('TexCoord').outputs['Object'], Scale=26.0, Detail=3.0, Distortion=1.5)
    colour = nodes.ramp(fibres.outputs['Fac'], (0.3, linear('#f2d23a')), (0.7, linear('#fff3a0')))
    shader = nodes.add(
        'BsdfPrincipled', Base_Color=colour, Roughness=0.12, Subsurface=0.2,
        Subsurface_Color=linear('#ffe95e'), Clearcoat=1.0, Normal=nodes.bump(fibres.outputs['Fac'], 0.35, 0.03),
    )
    pulp = nodes.end(shader.outputs['BSDF'])
    for at in range(9):
        middle, spread = 2 * pi * at / 9, pi / 9 - 0.035
        turn = np.linspace(middle - spread, middle + spread, 24)
        arc = radius * 0.86 * np.stack([np.cos(turn), np.sin(turn)], -1)
        tip = radius * 0.1 * np.array([[cos(middle), sin(middle)]])
        flat = np.concatenate([tip, arc])
        centre = flat.mean(axis=0)
        rings = [np.c_[(flat - centre) * s + centre, np.full(len(flat), h)] for s, h in ((1, half * 0.9), (0.98, half * 1.08), (0.9, half * 1.16))]
        wedge = solid('wedge', rings, (1, 1, 0), 0.2)
        wedge.data.materials[0] = pulp
        parts.append(wedge)
    for part in parts:
        part.matrix_world = place


def lemon(place, radius=0.4):
    """Its axis is z."""
    t = np.linspace(0, pi, 140)
    z = -radius * 1.28 * np.cos(t) + 0.16 * radius * (np.exp(-((pi - t) / 0.22) ** 2) - np.exp(-(t / 0.2) ** 2))
    half = radius * np.sin(t) ** 0.92
    made = lathe('lemon', np.stack([half, z], -1), place, 200)
    nodes = Nodes('peel')
    pores = nodes.add('TexVoronoi', Vector=nodes.add('TexCoord').outputs['Object'], Scale=34.0)
    colour = nodes.ramp(nodes.noise(2.5), (0.3, linear('#e8c319')), (0.7, linear('#f8e04a')))
    shader = nodes.add(
        'BsdfPrincipled', Base_Color=colour, Roughness=0.3, Specular=0.5, Subsurface=0.1,
        Subsurface_Color=linear('#ffdd33'), Normal=nodes.bump(pores.outputs['Distance'], 0.25, 0.02),
    )
    made.data.materials.append(nodes.end(shader.outputs['BSDF']))


def rings_on(studio, x, y, sizes):
    for at, size in enumerate(sizes):
        bpy.ops.mesh.primitive_torus_add(major_radius=size, minor_radius=0.012, major_segments=120, minor_segments=8)
        made = bpy.context.object
        bpy.ops.object.shade_smooth()
        made.location = studio.on_floor(x, y)
        made.data.materials.append(plain('ring', linear('#bfe6ff'), 0.15, clearcoat=1.0))
        made.visible_shadow = False


def wet_floor(studio, places, seed=2):
    draw = np.random.default_rng(seed)
    drops = []
    for x, y in places:
        size = 0.015 + 0.05 * draw.random() ** 2
        drops.append((studio.on_floor(x, y), (size, size, size * 0.45)))
    spheres('splashes', drops, dew()).visible_shadow = False
