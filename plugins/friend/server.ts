import type { ServerPlugin } from '../server-plugin.ts';
import { serveFriendPage } from './server/friend-page.call.ts';

export const friend: ServerPlugin = { pages: serveFriendPage };
