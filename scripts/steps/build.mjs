import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { filesIn, fingerprint, readStamp, writeStamp } from './fingerprint.mjs'
import { withLock } from './lock.mjs'
import { root, runNode, step } from './process.mjs'

const programs = {
  server: 'server.ts',
  backup: 'db/backup.ts',
  'verify-audit': 'db/verify-audit.ts',
  seed: 'db/seed/run.ts',
}
const stampFile = path.join(root, 'build', '.groundwork-build')
const sources = [
  ...['app', 'db', 'public', 'server.ts', 'vite.config.ts', 'remix.config.js', 'tsconfig.json'],
  ...['package.json', 'package-lock.json', 'scripts/steps/build.mjs'],
]

/**
 * Builds unless the existing build matches these sources exactly.
 * @throws Error with the failed program's output
 */
export async function ensureBuilt() {
  if (isBuilt()) return
  await withLock('build', async () => {
    if (isBuilt()) return
    await step(
      'Building',
      ({ files, plain, brotli }) => `Built, ${files} assets of ${kilobytes(plain)} KB in ${kilobytes(brotli)} KB`,
      build,
    )
  })
}

export function isBuilt() {
  return readStamp(stampFile) === buildFingerprint()
}

function buildFingerprint() {
  return fingerprint(root, sources, {
    skip: (name) => /\.test\.(ts|tsx|mjs)$/.test(name) || name.startsWith('db/migrations/'),
  })
}

/** Builds the Remix app and the server's bundles, and compresses the assets. */
async function build() {
  // Taken before the build, so that edits made meanwhile trigger a new build next time.
  const made = buildFingerprint()
  fs.rmSync(stampFile, { force: true })
  await buildPages()
  await buildPrograms()
  const compressed = await compressAssets()
  writeStamp(stampFile, made)
  return compressed
}

async function buildPages() {
  const remix = path.join(root, 'node_modules/@remix-run/dev/dist/cli.js')
  const { code, output } = await runNode([remix, 'vite:build'], { env: { NODE_ENV: 'production' } })
  if (code !== 0) throw new Error(`remix vite:build failed\n\n${output}`)
}

/**
 * One file per program. Packages stay in node_modules; build/server/index.js is imported at run time and never bundled.
 */
async function buildPrograms() {
  const { build: bundle } = await import('esbuild')
  const present = Object.entries(programs).filter(([, file]) => fs.existsSync(path.join(root, file)))
  await bundle({
    absWorkingDir: root,
    entryPoints: present.map(([name, file]) => ({ in: file, out: name })),
    outdir: 'build',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
    // Builds always run as production, whatever NODE_ENV says.
    define: { 'process.env.NODE_ENV': '"production"' },
  })
}

/** Assets never change, so each is compressed once at the highest level, and never on a request. */
async function compressAssets() {
  const brotli = promisify(zlib.brotliCompress)
  const gzip = promisify(zlib.gzip)
  const total = { files: 0, plain: 0, brotli: 0 }
  const files = filesIn(path.join(root, 'build/client')).filter((file) =>
    /\.(js|css|svg|json|txt|webmanifest)$/.test(file),
  )
  await Promise.all(
    files.map(async (file) => {
      const plain = fs.readFileSync(file)
      if (plain.length < 1024) return
      const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
      const [br, gz] = await Promise.all([brotli(plain, { params }), gzip(plain, { level: 9 })])
      if (br.length < plain.length) fs.writeFileSync(`${file}.br`, br)
      if (gz.length < plain.length) fs.writeFileSync(`${file}.gz`, gz)
      total.files += 1
      total.plain += plain.length
      total.brotli += Math.min(br.length, plain.length)
    }),
  )
  return total
}

function kilobytes(bytes) {
  return Math.round(bytes / 1024)
}
