import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What index.js begins: a chunk of its own once a part that loads later shares with it. */
const server = readdirSync('build/server/assets')
  .filter((name) => name.startsWith('server-build-'))
  .map((name) => `build/server/assets/${name}`)
const programs = [
  ...server,
  'build/server.js',
  'build/server/index.js',
  'build/backup.js',
  'build/verify-audit.js',
  'build/seed.js',
]
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }

/** Packages that a program imports when it runs: those of its statements and of `import()`. */
function importedBy(program: string): string[] {
  const code = readFileSync(program, 'utf8')
  const found = code.matchAll(
    /^(?:import|export|\} from)\b[^"'\n]*["']([^"'./][^"'\n]*)["']|\bimport\(\s*["']([^"'./][^"'\n]*)["']\)/gm,
  )
  return [...found]
    .map(([, statement, call]) => statement ?? call ?? '')
    .filter((name) => !/^(node:|#)/.test(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
}

/** Packages that the parts of the server which it loads when they are first needed (PDFs, their seals) import and read fonts of. */
function neededLater(): string[] {
  const chunks = readdirSync('build/server/assets').filter((name) => /\.server-.+\.js$/.test(name))
  return chunks.flatMap((chunk) => {
    const program = `build/server/assets/${chunk}`
    const found = readFileSync(program, 'utf8').matchAll(/\brequire[\w$]*\.resolve\("((?:@[^/"]+\/)?[^/"]+)\//g)
    return [...importedBy(program), ...[...found].map(([, name]) => name ?? '')]
  })
}

/** Programs that the server starts, which are not built. */
const helpers = ['scripts/decode-pictures.mjs', 'scripts/remux-recording.mjs']

it('are dependencies of production exactly if a built program, or one that the server starts, needs them', () => {
  const imported = new Set([...[...programs, ...helpers].flatMap(importedBy), ...neededLater()])
  // By `npm run dev` alone.
  imported.delete('vite')
  expect([...imported].sort()).toEqual(Object.keys(dependencies).sort())
})

it('are not loaded with the server where only PDFs and their seals need them', () => {
  const atStart = ['build/server/index.js', ...server].flatMap(importedBy)
  for (const name of ['pdfkit', 'pkijs', 'asn1js']) {
    expect(atStart, name).not.toContain(name)
    expect(neededLater(), name).toContain(name)
  }
})
