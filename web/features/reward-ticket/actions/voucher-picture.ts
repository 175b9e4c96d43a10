// The voucher as a picture to save or share: the same for everybody with that amount.
import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';
import type { Celebration } from '../../../wheel/sound/haptics.ts';
import { engravingPath, engravingUnit } from '../engraving.ts';
import { characterParts, type Kit } from '@inaam/campaigns/public/kit.ts';

export type VoucherPicture = {
  campaign: Pick<PublicCampaign, 'art' | 'name' | 'theme' | 'direction'>;
  celebration: Celebration;
  /** Formatted, such as `₹10`. */
  amount: string;
  lines: readonly string[];
  face: { colour: string; ink: string };
  fonts: { display: string; text: string };
};

// Pixels. What is saved is as tall as a phone's status, with all of it larger.
const [width, height] = [1080, 1350];
const status = { height: 1920, scale: 1.14 };
const ticket = { x: 110, y: 262, width: 860, height: 680 };
const stubY = 742;
const characterSize = 316;
/** Of the cheer, back to front; its hands hold the ticket from before. */
const behindTicket = ['legs', 'topper', 'body', 'eyes-happy', 'mouth-open'] as const;
const raised = ['brow-left', 'brow-right'] as const;
const beforeTicket = ['arm-left', 'arm-right'] as const;

export async function drawVoucher(picture: VoucherPicture, isStatus: boolean): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = isStatus ? status.height : height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Failed to draw the voucher: the browser has no canvas.');
  const { art } = picture.campaign;
  const [emblem, character] = await Promise.all([
    loadDrawing(art.emblem, 1),
    loadDrawing(art.character, characterParts.length),
    loadLetters(picture),
  ]);
  const { brand } = picture.campaign.theme.colours;
  context.direction = picture.campaign.direction;
  context.textAlign = 'center';
  context.fillStyle = brand;
  context.fillRect(0, 0, width, canvas.height);
  const scale = isStatus ? status.scale : 1;
  context.translate((width * (1 - scale)) / 2, (canvas.height - height * scale) / 2);
  context.scale(scale, scale);
  drawTicket(context, picture, emblem, character);
  drawLines(context, picture);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('Failed to draw the voucher: the canvas returned no image.'));
    }, 'image/png');
  });
}

function drawTicket(
  context: CanvasRenderingContext2D,
  { celebration, amount, face, fonts, campaign }: VoucherPicture,
  emblem: CanvasImageSource,
  character: CanvasImageSource,
): void {
  const { colours, kit } = campaign.theme;
  const [middleX, middleY] = [width / 2, ticket.y + ticket.height / 2];
  const pattern = new Path2D(engravingPath(kit.ticket.engraving, celebration));
  context.save();
  context.strokeStyle = colours.accent;
  context.globalAlpha = 0.16;
  engrave(context, pattern, [middleX, middleY], 6.4);
  context.globalAlpha = 1;
  drawCharacter(context, character, behindTicket);
  drawCharacter(context, character, raised, -0.05);
  const shape = ticketPath(kit.ticket.shape, ticket);
  context.fillStyle = face.colour;
  context.fill(shape);
  context.clip(shape);
  context.strokeStyle = face.ink;
  context.globalAlpha = 0.3;
  engrave(context, pattern, [middleX, (ticket.y + stubY) / 2], 4.6);
  context.globalAlpha = 1;
  context.fillStyle = face.ink;
  context.font = `800 290px ${fonts.display}`;
  context.fillText(amount, middleX, ticket.y + 365, ticket.width - 160);
  context.fillStyle = colours.paper;
  context.fillRect(ticket.x, stubY, ticket.width, ticket.height);
  context.fillStyle = colours.ink;
  context.font = `800 64px ${fonts.display}`;
  context.fillText(campaign.name, middleX, stubY + 132, ticket.width - 120);
  context.strokeStyle = colours.accentInk;
  context.lineWidth = 8;
  context.setLineDash([22, 16]);
  context.strokeRect(ticket.x - 20, stubY, ticket.width + 40, ticket.height);
  context.restore();
  drawCharacter(context, character, beforeTicket);
  drawSeal(context, colours.brand, emblem);
}

/** @param lift as a share of its size */
function drawCharacter(
  context: CanvasRenderingContext2D,
  sheet: CanvasImageSource,
  parts: readonly (typeof characterParts)[number][],
  lift = 0,
): void {
  const [x, y] = [(width - characterSize) / 2, ticket.y - (0.7 - lift) * characterSize];
  for (const part of parts) {
    const cell = characterParts.indexOf(part) * drawingSize;
    context.drawImage(
      sheet,
      ...([cell, 0, drawingSize, drawingSize, x, y, characterSize, characterSize] as const),
    );
  }
}

/** As on the screen's ticket. */
function drawSeal(
  context: CanvasRenderingContext2D,
  brand: string,
  emblem: CanvasImageSource,
): void {
  context.save();
  context.translate(ticket.x + ticket.width - 122, ticket.y + 116);
  context.rotate(-Math.PI / 15);
  context.fillStyle = brand;
  context.strokeStyle = brand;
  context.beginPath();
  context.arc(0, 0, 74, 0, 2 * Math.PI);
  context.fill();
  context.lineWidth = 12;
  context.lineCap = 'round';
  context.setLineDash([0, 19.4]);
  context.stroke();
  context.drawImage(emblem, -52, -52, 104, 104);
  context.restore();
}

function engrave(
  context: CanvasRenderingContext2D,
  pattern: Path2D,
  [x, y]: readonly [number, number],
  scale: number,
): void {
  context.save();
  context.translate(x, y);
  context.scale(scale * engravingUnit, scale * engravingUnit);
  context.lineWidth = 1.6 / (scale * engravingUnit);
  context.stroke(pattern);
  context.restore();
}

function drawLines(
  context: CanvasRenderingContext2D,
  { lines, fonts, campaign }: VoucherPicture,
): void {
  const [size, space] = [50, 72];
  context.fillStyle = campaign.theme.colours.brandInk;
  let y = ticket.y + ticket.height + 120;
  for (const line of lines) {
    context.font = `700 ${size}px ${fonts.text}`;
    for (const part of balanced(line, (text) => context.measureText(text).width)) {
      context.fillText(part, width / 2, y);
      y += space;
    }
    y += space / 4;
  }
}

/** Lines of about one length, no more than are needed. */
function balanced(line: string, widthOf: (text: string) => number): string[] {
  let parts = wrap(line, width - 160, widthOf);
  for (let room = width - 200; room > 0; room -= 40) {
    const narrower = wrap(line, room, widthOf);
    if (narrower.length > parts.length) break;
    parts = narrower;
  }
  return parts;
}

/** Breaks lines at spaces. A word wider than a line stays whole. */
export function wrap(line: string, room: number, widthOf: (text: string) => number): string[] {
  const parts: string[] = [];
  for (const word of line.split(' ')) {
    const longer = `${parts.at(-1) ?? ''} ${word}`;
    if (parts.length > 0 && widthOf(longer) <= room) parts[parts.length - 1] = longer;
    else parts.push(word);
  }
  return parts;
}

/** A page in another script has not needed the letters of the campaign's name. */
async function loadLetters({ amount, campaign, fonts, lines }: VoucherPicture): Promise<void> {
  await Promise.all([
    document.fonts.load(`800 64px ${fonts.display}`, amount + campaign.name),
    document.fonts.load(`700 50px ${fonts.text}`, lines.join()),
  ]).catch(() => undefined);
}

/** Wider than 8192 in all, a sheet would not be drawn everywhere. */
const drawingSize = 320;

/** @param cells side by side */
async function loadDrawing(address: string, cells: number): Promise<HTMLImageElement> {
  const drawing = await (await fetch(address)).text();
  const image = new Image();
  // Firefox does not paint an SVG without an explicit size.
  const sized = drawing.replace(
    '<svg ',
    `<svg width="${cells * drawingSize}" height="${drawingSize}" `,
  );
  image.src = `data:image/svg+xml,${encodeURIComponent(sized)}`;
  await image.decode();
  return image;
}

// The ticket's outline in the picture, matching ticket-shapes.css.

type Box = { x: number; y: number; width: number; height: number };
type Place = readonly [x: number, y: number];

function ticketPath(shape: Kit['ticket']['shape'], box: Box): Path2D {
  return outlines[shape](box);
}

const outlines: Readonly<Record<Kit['ticket']['shape'], (box: Box) => Path2D>> = {
  perforated: (box) => perforated(box, { radius: 22, count: 9 }),
  label: ({ x, y, width, height }) => {
    const cut = 110;
    return polygon([
      [x + cut, y],
      [x + width - cut, y],
      [x + width, y + cut],
      [x + width, y + height],
      [x, y + height],
      [x, y + cut],
    ]);
  },
  scalloped: ({ x, y, width, height }) => {
    const radius = height / 30;
    const path = new Path2D();
    path.moveTo(x + radius, y);
    path.lineTo(x + width - radius, y);
    for (let lobe = 0; lobe < 15; lobe += 1) {
      path.arc(x + width - radius, y + radius * (2 * lobe + 1), radius, -Math.PI / 2, Math.PI / 2);
    }
    for (let lobe = 14; lobe >= 0; lobe -= 1) {
      path.arc(x + radius, y + radius * (2 * lobe + 1), radius, Math.PI / 2, -Math.PI / 2);
    }
    path.closePath();
    return path;
  },
  torn: ({ x, y, width, height }) => {
    const step = width / (tears.length - 1);
    const above = tears.map((tear, at): Place => [x + at * step, y + tear]);
    const below = tears.map((tear, at): Place => [x + width - at * step, y + height - tear]);
    return polygon([...above, ...below]);
  },
};

/** Depth of the torn edge, from side to side. */
const tears = [14, 2, 10, 24, 6, 16, 0, 22, 10, 18, 4, 26, 12, 2, 20, 8, 24, 4, 14, 0, 18, 10];

/** Half holes along both sides, as on a torn ticket; nothing outside them is filled. */
function perforated(
  { x, y, width, height }: Box,
  { radius, count }: { radius: number; count: number },
): Path2D {
  const path = new Path2D();
  const middles = Array.from({ length: count }, (_, index) => y + (height / count) * (index + 0.5));
  path.moveTo(x, y);
  path.lineTo(x + width, y);
  for (const at of middles) path.arc(x + width, at, radius, -Math.PI / 2, Math.PI / 2, true);
  path.lineTo(x + width, y + height);
  path.lineTo(x, y + height);
  for (const at of middles.toReversed()) path.arc(x, at, radius, Math.PI / 2, -Math.PI / 2, true);
  path.closePath();
  return path;
}

function polygon(places: readonly Place[]): Path2D {
  const path = new Path2D();
  for (const [x, y] of places) path.lineTo(x, y);
  path.closePath();
  return path;
}
