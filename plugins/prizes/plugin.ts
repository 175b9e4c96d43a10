export const prizes = { name: 'prizes' };
