import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrateDatabase, openDatabase } from '#db/client.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

it('restarts within three seconds with the existing data', async () => {
  const first = await startBuilt({ dataDir: folder.path })
  expect((await first.ask('/health')).json()).toEqual({ status: 'ok' })
  expect(await first.stop()).toBe(0)
  const second = await startBuilt({ dataDir: folder.path })
  expect(second.startedIn).toBeLessThan(3000)
  expect(await second.stop()).toBe(0)
})

it('leaves the data unchanged when a migration fails, and names it', async () => {
  const root = join(folder.path, 'copy')
  mkdirSync(root)
  for (const part of ['build', 'db/migrations', 'package.json', 'scripts'])
    cpSync(resolve(part), join(root, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  const dataDir = join(folder.path, 'data')
  mkdirSync(dataDir)
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  migrateDatabase(db, resolve('db/migrations'))
  createPerson(db)
  db.$client.close()

  const journalFile = join(root, 'db/migrations/meta/_journal.json')
  const whole = readFileSync(journalFile, 'utf8')
  const journal = JSON.parse(whole) as { entries: Array<{ idx: number; when: number; tag: string }> }
  const last = journal.entries.at(-1)
  if (!last) throw new Error('there are no migrations')
  for (const [step, sql] of [
    'ALTER TABLE users ADD COLUMN half text;\n--> statement-breakpoint\nDELETE FROM company_members;',
    "UPDATE users SET half = 'done';\n--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);",
  ].entries()) {
    const tag = `999${step}_broken`
    writeFileSync(join(root, 'db/migrations', `${tag}.sql`), sql)
    journal.entries.push({ ...last, idx: last.idx + step + 1, when: last.when + step + 1, tag })
  }
  writeFileSync(journalFile, JSON.stringify(journal))
  await expect(startBuilt({ dataDir, root })).rejects.toThrow(/nowhere/)

  const left = openDatabase(join(dataDir, 'groundwork.db'))
  const names = (left.$client.pragma('table_info(users)') as Array<{ name: string }>).map(({ name }) => name)
  expect(names).not.toContain('half')
  expect(left.$client.prepare('SELECT count(*) FROM company_members').pluck().get()).toBe(1)
  left.$client.close()

  writeFileSync(journalFile, whole)
  const again = await startBuilt({ dataDir, root })
  expect((await again.ask('/health')).status).toBe(200)
  expect(await again.stop()).toBe(0)
})

it('names missing settings in production, and creates nothing', async () => {
  const dataDir = join(folder.path, 'production')
  const env = { APP_ENV: 'production', PUBLIC_URL: undefined, SESSION_SECRET: undefined, SMTP_URL: undefined }
  const started = startBuilt({ dataDir, env })
  await expect(started).rejects.toThrow(/PUBLIC_URL[\s\S]*SESSION_SECRET[\s\S]*SMTP_URL/)
  expect(existsSync(dataDir)).toBe(false)
})
