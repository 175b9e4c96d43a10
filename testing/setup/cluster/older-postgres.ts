/**
 * Under `npm run test:postgresql-15`. Until version 16, PostgreSQL plans a look-up by many keys
 * while a table is empty as a reading of the whole campaign, and keeps that plan until the table
 * is analysed (docs/environment.md).
 */
export const isOlderPostgres = process.env['TEST_POSTGRESQL_URL'] !== undefined;
