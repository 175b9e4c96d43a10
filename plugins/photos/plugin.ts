export const photos = { name: 'photos' };
