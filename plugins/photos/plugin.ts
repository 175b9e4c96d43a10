export const photos = { name: 'photos', uploadBytesMax: 15 * 1024 * 1024 };
