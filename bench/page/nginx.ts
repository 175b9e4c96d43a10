// nginx as a static server of given files, from Debian's package: unpacked, not installed.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@inaam/runtime/port.ts';

const run = promisify(execFile);

export type StaticFile = { address: string; type: string; body: Buffer };

/** One worker process. The files are sent as Brotli, which they are already. */
export async function startNginx(folder: string, files: readonly StaticFile[]) {
  const program = await unpackNginx(folder);
  const { port } = await freePort(18_080, '127.0.0.1');
  const locations = await Promise.all(
    files.map(async ({ address, type, body }, place) => {
      const file = path.join(folder, `file-${place}`);
      await writeFile(file, body);
      return `location = ${address} { alias ${file}; default_type ${type}; add_header content-encoding br; }`;
    }),
  );
  const settings = path.join(folder, 'nginx.conf');
  await writeFile(
    settings,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
     events { worker_connections 256; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; types { }
       client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
       uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
       server { listen 127.0.0.1:${port}; ${locations.join('\n')} } }`,
  );
  const child = spawn(program, ['-e', `${folder}/error.log`, '-c', settings], {
    stdio: 'inherit',
  });
  process.once('exit', () => void child.kill('SIGKILL'));
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilListening(origin);
  return { origin, pid: child.pid ?? -1, stop: () => void child.kill('SIGKILL') };
}

async function unpackNginx(folder: string): Promise<string> {
  const [root, download] = [path.join(folder, 'root'), path.join(folder, 'package')];
  await mkdir(download, { recursive: true });
  await run('apt-get', ['download', 'nginx'], { cwd: download });
  for (const name of await readdir(download)) {
    await run('dpkg', ['-x', path.join(download, name), root]);
  }
  const program = path.join(root, 'usr/sbin/nginx');
  if (!existsSync(program)) throw new Error('Failed to unpack nginx. Run this on Debian.');
  return program;
}

async function waitUntilListening(origin: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isUp = await fetch(origin).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await pause(50);
  }
  throw new Error('Failed to start nginx: it does not listen.');
}
