# A roll of film with a flat seal at one end, torn open at the other.
from math import pi

import bpy
import numpy as np

from studio import Nodes, attribute, grid_faces, linear, mesh, smooth_step, waves


def torn_roll(name, label, length=2.6, radius=0.6, seed=4, rows=420, around=640):
    """Its axis is x, its front is -y; the sealed end is at -length / 2. `label` is for the front."""
    s = np.linspace(0, 1, rows)[:, None] * np.ones(around)
    a = np.linspace(0, 2 * pi, around, endpoint=False)[None, :] * np.ones((rows, 1))
    draw = np.random.default_rng(seed)
    jags = np.interp(
        a[0], np.linspace(0, 2 * pi, 60), np.r_[(j := draw.uniform(-1, 1, 59)), j[0]]
    )
    reach = length + 0.07 * jags + 0.05 * np.sin(3 * a[0] + 1)
    x = s * reach[None, :] - length / 2
    open_up = smooth_step(0.0, 0.62, x + length / 2)
    folds = np.sin(15 * a + 2 * waves(a, s, seed + 1)) * (1 - open_up) * smooth_step(0, 0.1, s)
    dents = waves(x * 2.2, a * radius * 2.2, seed + 2, low=1.5, high=7)
    stack = np.abs(np.sin(pi * (x + 0.07) / 0.155)) ** 0.5
    flare = 0.09 * smooth_step(0.9, 1.0, s) * (1 + 0.8 * waves(a * 1.5, s * 3, seed + 3))
    swell = radius * (1 + flare) + 0.012 * dents * open_up - 0.006 * stack * open_up + 0.035 * folds
    flat = 0.02 + 0.012 * folds
    tall = radius * 1.42 * (1 - open_up) + swell * open_up
    deep = flat * (1 - open_up) + swell * open_up
    # From the back at the bottom, over the front (-y), to the top.
    y, z = deep * np.sin(a) * -1, tall * np.cos(a)
    points = np.stack([x, y, z], -1).reshape(-1, 3)
    made = mesh(name, points, grid_faces(rows, around), smooth=True)
    front = (a - pi / 2 + pi) % (2 * pi) - pi
    # The print begins where the film is round.
    attribute(made, 'along', ((x + length / 2 - 0.4) / (length - 0.46)).ravel())
    attribute(made, 'across', (0.5 - front / 2.2).ravel())
    made.data.materials.append(film_material(label))
    fin = seal(length, radius * 1.42, label)
    fin.parent = made
    return made


def seal(length, half, label):
    """The flat end, cut in teeth."""
    teeth, columns = 34, 14
    v = np.linspace(-1, 1, teeth * 8)
    tooth = np.abs((v * teeth / 2) % 1 - 0.5) * 2
    u = np.linspace(0, 1, columns)
    x = -length / 2 + 0.02 - u[None, :] * (0.24 + 0.035 * tooth[:, None])
    z = v[:, None] * half * np.ones(columns)
    y = 0.006 * np.sin(u[None, :] * pi * 9) + 0.012 * waves(x, z, 8, low=2, high=6)
    points = np.stack([x, y, z], -1).reshape(-1, 3)
    made = mesh('seal', points, grid_faces(len(v), columns, closed=False, flip=True), smooth=True)
    attribute(made, 'along', np.zeros(len(points)))
    attribute(made, 'across', (0.5 + z / half * 0.62).ravel())
    made.data.materials.append(film_material(label))
    return made


def film_material(label):
    """Printed and glossy outside, foil inside."""
    nodes = Nodes('film')
    axes = []
    for name in ('along', 'across'):
        axis = nodes.tree.nodes.new('ShaderNodeAttribute')
        axis.attribute_name = name
        axes.append(axis.outputs['Fac'])
    where = nodes.add('CombineXYZ', X=axes[0], Y=axes[1])
    image = nodes.add('TexImage', Vector=where.outputs[0])
    image.image = bpy.data.images.load(label)
    image.extension = 'EXTEND'
    crinkle = nodes.bump(nodes.noise(7.0, 5.0, 0.55), 0.16, 0.05)
    printed = nodes.add(
        'BsdfPrincipled',
        Base_Color=image.outputs['Color'],
        Roughness=0.28,
        Metallic=0.15,
        Specular=0.6,
        Clearcoat=0.7,
        Clearcoat_Roughness=0.12,
        Normal=crinkle,
    )
    foil = nodes.add(
        'BsdfPrincipled',
        Base_Color=linear('#e9e4da'),
        Roughness=0.25,
        Metallic=1.0,
        Normal=nodes.bump(nodes.noise(12.0, 5.0, 0.6), 0.35, 0.05),
    )
    inside = nodes.add('NewGeometry').outputs['Backfacing']
    mixed = nodes.add('MixShader', Fac=inside)
    nodes.tree.links.new(printed.outputs['BSDF'], mixed.inputs[1])
    nodes.tree.links.new(foil.outputs['BSDF'], mixed.inputs[2])
    return nodes.end(mixed.outputs[0])
