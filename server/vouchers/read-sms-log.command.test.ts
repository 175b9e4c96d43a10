import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { renderSms } from '@inaam/campaigns/sms/sms-template.ts';
import { hindiSms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { readSmsLog } from './read-sms-log.command.ts';

test('vouchers in Hindi are read whole, in parts and in hex, and one-time codes are not', async () => {
  const sms = hindiSms((await loadCampaign('biscuit-2025')).sms);
  const template = sms.vouchers['5'];
  if (!template) throw new Error('There is no template.');
  const textOf = (code: string) => renderSms(template, { code, validUntil: '30-09-2026' });
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const [parts, within] = [textOf('HINDI-PARTS'), textOf('HINDI-PARTS').indexOf('-PARTS')];
  const rows = [
    ['9000000001', textOf('HINDI-1')],
    ['9000000002', hex(textOf('HINDI-2'))],
    ['9000000003', parts.slice(0, within)],
    ['9000000003', parts.slice(within)],
    ['9000000004', textOf('HINDI-9').replace('HINDI-9', '*******')],
    ['9000000005', sms.otp.text.replaceAll('{code}', '482913')],
  ];
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-sms-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'sent.csv');
  const lines = ['number,text', ...rows.map(([to, text]) => `${to},"${text}"`)];
  await writeFile(file, lines.join('\n'));
  const codes = ['HINDI-1', 'HINDI-2', 'HINDI-PARTS', '482913'];
  const read = await readSmsLog(file, {
    numberColumn: 'number',
    textColumn: 'text',
    sms,
    inStock: async (asked) => new Set(codes.filter((code) => asked.includes(code))),
  });
  expect(read).toEqual({
    sent: [
      { line: 2, mobile: '9000000001', code: 'HINDI-1' },
      { line: 3, mobile: '9000000002', code: 'HINDI-2' },
      { line: 4, mobile: '9000000003', code: 'HINDI-PARTS' },
    ],
    unclear: [6],
    others: 1,
  });
});
