import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findChromium } from './chromium.mjs'
import { fingerprint } from './fingerprint.mjs'
import { missingBinaries } from './install.mjs'
import { withLock } from './lock.mjs'
import { makeStrict } from './strict-tables.mjs'

describe('missing binaries', () => {
  const packages = {
    '': { optionalDependencies: { ignored: '1.0.0' } },
    'node_modules/rollup': {
      optionalDependencies: {
        '@rollup/rollup-darwin-arm64': '4.1.0',
        '@rollup/rollup-linux-x64-gnu': '4.1.0',
        '@rollup/rollup-linux-x64-musl': '4.1.0',
        fsevents: '~2.3.2',
      },
    },
    'node_modules/drizzle-kit/node_modules/esbuild': {
      optionalDependencies: { '@esbuild/darwin-arm64': '0.25.0', '@esbuild/linux-x64': '0.25.0' },
    },
    'node_modules/absent': { optionalDependencies: { '@absent/darwin-arm64': '1.0.0' } },
  }
  const installed =
    (...folders) =>
    (folder) =>
      ['node_modules/rollup', 'node_modules/drizzle-kit/node_modules/esbuild', ...folders].includes(folder)

  it('are those for this platform that are not installed', () => {
    expect(missingBinaries(packages, { platform: 'darwin', arch: 'arm64', libc: 'gnu' }, installed())).toEqual([
      '@esbuild/darwin-arm64@0.25.0',
      '@rollup/rollup-darwin-arm64@4.1.0',
    ])
    expect(missingBinaries(packages, { platform: 'linux', arch: 'x64', libc: 'musl' }, installed())).toEqual([
      '@esbuild/linux-x64@0.25.0',
      '@rollup/rollup-linux-x64-musl@4.1.0',
    ])
  })

  it('are none when all are installed, beside the package or above it', () => {
    const there = installed(
      'node_modules/@rollup/rollup-linux-x64-gnu',
      'node_modules/drizzle-kit/node_modules/@esbuild/linux-x64',
    )
    expect(missingBinaries(packages, { platform: 'linux', arch: 'x64', libc: 'gnu' }, there)).toEqual([])
  })
})

describe('the fingerprint', () => {
  it('changes with a name, a content and an extra, and only with them', () => {
    const base = fs.mkdtempSync(path.join(os.tmpdir(), 'fingerprint-'))
    const write = (file, text) => fs.writeFileSync(path.join(base, file), text)
    const of = (options) => fingerprint(base, ['.'], options)
    write('a.ts', '1')
    const first = of()
    write('a.ts', '1')
    expect(of()).toBe(first)
    write('a.test.ts', '1')
    expect(of()).not.toBe(first)
    expect(of({ skip: (name) => name.includes('.test.') })).toBe(first)
    fs.renameSync(path.join(base, 'a.ts'), path.join(base, 'b.ts'))
    expect(of({ skip: (name) => name.includes('.test.') })).not.toBe(first)
    expect(of({ extra: ['node 20'] })).not.toBe(of({ extra: ['node 22'] }))
    fs.rmSync(base, { recursive: true })
  })
})

describe('the lock', () => {
  it('admits one process at a time, and takes over from a dead one', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'))
    fs.writeFileSync(path.join(folder, 'build.lock'), '999999999')
    let inside = 0
    const enter = () =>
      withLock(
        'build',
        async () => {
          inside += 1
          expect(inside).toBe(1)
          await new Promise((resolve) => setImmediate(resolve))
          inside -= 1
        },
        folder,
      )
    await Promise.all([enter(), enter(), enter()])
    expect(fs.readdirSync(folder)).toEqual([])
    fs.rmSync(folder, { recursive: true })
  })
})

describe('Chromium', () => {
  it('must run, not merely exist', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chromium-'))
    const program = (name, text) => {
      const file = path.join(folder, name)
      fs.writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
      return file
    }
    const broken = program('broken', 'echo cannot open shared object; exit 127')
    const other = program('other', 'echo Firefox 1')
    const works = program('works', 'echo Chromium 156')
    expect(await findChromium([undefined, path.join(folder, 'absent'), broken, other, works])).toBe(works)
    expect(await findChromium([broken])).toBeUndefined()
    fs.rmSync(folder, { recursive: true })
  })
})

describe('STRICT', () => {
  const table = 'CREATE TABLE `a` (\n\t`id` text PRIMARY KEY NOT NULL,\n\tCONSTRAINT "c" CHECK("a"."x" in (\';\'))\n)'

  it('is added to every created table, once', () => {
    const { sql, tables } = makeStrict(
      `${table};\n--> statement-breakpoint\n${table} STRICT;\nCREATE INDEX \`i\` ON \`a\` (\`id\`);`,
    )
    expect(tables).toBe(2)
    expect(sql.match(/\) STRICT;/g)).toHaveLength(2)
    expect(sql).toContain('CREATE INDEX `i` ON `a` (`id`);')
  })

  it('refuses statements that it cannot parse', () => {
    expect(() => makeStrict('CREATE TABLE a (id text);')).toThrow('could be made STRICT')
  })
})
