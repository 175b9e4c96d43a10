// Makes a picture of a photo, and stores nothing: the page adds it to the draft.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { photo } from '../contract.ts';
import { allowSlowBody, ConsoleRefusal, isSameOrigin } from '@inaam/server/console/refusal.ts';
import { enterCampaign } from '@inaam/server/console/sign-in/session.ts';
import type { ConsoleRoutes } from '../../server-plugin.ts';
import { createPictureMaker } from './picture-maker.ts';

export function addPhotos(app: FastifyInstance, { contexts }: ConsoleRoutes): void {
  const [{ origin, log }] = contexts;
  const maker = createPictureMaker(log);
  app.addHook('preClose', () => maker.stop());
  const { bytesMax, type } = photo;
  const enter = async (request: FastifyRequest, isBackground: boolean) => {
    const { signedIn } = await enterCampaign(request, contexts, isBackground);
    if (photo.may.some((may) => may === signedIn.role)) return;
    throw new ConsoleRefusal('notAllowed', `The role ${signedIn.role} may not do this.`);
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.route({
    method: 'POST',
    url: photo.address.slice('/api'.length),
    bodyLimit: bytesMax,
    config: { call: 'makePicture' },
    // Before the body is read.
    onRequest: async (request) => {
      const { headers } = request;
      // Every supported browser sends the origin of an upload.
      if (headers.origin === undefined || !isSameOrigin(headers, origin)) {
        throw new ConsoleRefusal('notAllowed', 'Choose photos on the page of the campaign.');
      }
      if (Number(headers['content-length'] ?? 0) > bytesMax) throw tooLarge;
      await enter(request, true);
      fieldsOf(headers[photo.header]);
      allowSlowBody(request, photo.minutesMax * 60_000);
    },
    // A slow body must not outlast its session.
    preHandler: (request) => enter(request, false),
    handler: async ({ body, headers }, reply) => {
      if (!Buffer.isBuffer(body)) throw new ConsoleRefusal('invalid', 'There is no photo.');
      const picture = await maker.make(body, fieldsOf(headers[photo.header]));
      return reply.type(photo.answerType).send(picture);
    },
  });
}

const tooLarge = new ConsoleRefusal(
  'refused',
  'This file has more than 15 MB. Make the photo smaller, or save it as JPEG.',
);

/** @throws ConsoleRefusal */
function fieldsOf(header: string | string[] | undefined): string {
  try {
    const fields: unknown = JSON.parse(decodeURIComponent(String(header ?? '')));
    return JSON.stringify(photo.fields.parse(fields));
  } catch {
    throw new ConsoleRefusal('invalid', 'Which part of the photo is kept was not understood.');
  }
}
