import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'

const production = {
  APP_ENV: 'production',
  PUBLIC_URL: 'https://groundwork.fly.dev',
  SESSION_SECRET: '0f8d3b6c5a9e41728c04b7f1d26e9a3551d0c8e7b2f4963a7e5d1c0b8f692a34',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@groundwork.fly.dev',
  SUPPORT_EMAIL: 'support@groundwork.fly.dev',
  SALES_EMAIL: 'sales@groundwork.fly.dev',
  ESCROW_IBAN: 'FI42 5000 1510 0000 23',
  ESCROW_BIC: 'OKOYFIHH',
}

it('keeps production’s data to one production server, warns of a forgotten proxy, and logs no error for a wrong method', async () => {
  const { path: dataDir, remove } = temporaryFolder()
  chmodSync(dataDir, 0o755)
  const server = await startBuilt({ dataDir, env: production })
  try {
    const log: Array<{ level: number; msg: string }> = []
    server.process.stdout?.on('data', (text: Buffer) =>
      log.push(
        ...String(text)
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as (typeof log)[number]),
      ),
    )
    for (const path of ['/health', '/', '/pricing'])
      expect((await server.ask(path, { headers: { 'X-Forwarded-For': '203.0.113.7' } })).status).toBe(200)
    for (const method of ['POST', 'DELETE'])
      expect((await server.ask('/pricing', { method, body: method })).status).toBe(405)
    // What was logged by now is warned once, and nothing is an error.
    await expect
      .poll(() => log.filter(({ level }) => level >= 40))
      .toEqual([expect.objectContaining({ level: 40, msg: expect.stringMatching(/^TRUST_PROXY is 0, but/) })])

    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0)
    expect(readFileSync(`/proc/${server.process.pid}/status`, 'utf8')).toMatch(/^Umask:\t0077$/m)

    await expect(startBuilt({ dataDir, env: production })).rejects.toThrow(
      /\(1\)[\s\S]*\n {2}DATA_DIR: another server is using /,
    )
    server.process.kill('SIGKILL')
    await server.exited
    await expect(startBuilt({ dataDir })).rejects.toThrow(/\(1\)[\s\S]*\n {2}APP_ENV: must be production, because /)
  } finally {
    server.process.kill('SIGKILL')
    await server.exited
    remove()
  }
})
