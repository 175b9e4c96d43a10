// What plugins build for browsers, with the console.
import { buildPreview } from './preview/build/build-preview.ts';

export const pluginBuilds: readonly (() => Promise<unknown>)[] = [buildPreview];
