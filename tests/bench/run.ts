// `npm run bench [-- kill | profile | growth]` measures the product's promised speed on the built server in its own process, against
// baselines of the same run. It prints a table, writes .cache/bench.json, and fails when a goal is missed.
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import '#tests/setup/environment.ts'

// Imported afterwards, because the environment is read on the first import.
const { newId } = await import('#db/ids.ts')
const { ask } = await import('#tests/setup/ask.ts')
const { startBuilt, temporaryFolder } = await import('#tests/setup/built-server.ts')
const { seedProjects } = await import('./seed-projects.ts')
const { measure, pace } = await import('./measure.ts')
const { scriptSizes } = await import('./script-sizes.ts')
const { benchEnvironment, ended, residentMegabytes, startFloor } = await import('./processes.ts')
const { startReport } = await import('./report.ts')
type Target = import('./measure.ts').Target

const { compare, note, print } = startReport('bench')

if (process.argv.includes('profile')) {
  const { profilePages } = await import('./profile.ts')
  await profilePages()
} else if (process.argv.includes('growth')) await import('./growth/run.ts')
else {
  if (process.argv.includes('kill')) await kill()
  else await pages()
  print()
}

async function kill(): Promise<void> {
  const { killRounds } = await import('#tests/setup/kill-rounds.ts')
  const { rounds, acknowledged, problems } = await killRounds(50)
  for (const problem of problems) console.log(problem)
  note('kill -9: rounds', rounds, '')
  note('kill -9: acknowledged writes', acknowledged, '')
  compare('kill -9: problems', problems.length, 0, 'less')
}

async function pages(): Promise<void> {
  const folder = temporaryFolder()
  const started: ChildProcess[] = []
  try {
    const small = await serve('small', 1000)
    const url = `http://127.0.0.1:${small.port}`
    const signedIn = { Cookie: small.cookie }
    const openList: Target = { url, path: '/projects?view=open', headers: signedIn }
    for (const [name, path, headers] of [
      ['list', openList.path, signedIn],
      ['landing', '/', {}],
    ] as const) {
      const answer = await fetch(url + path, { headers })
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      writeFileSync(join(folder.path, `${name}.html`), await answer.text())
    }
    const stockFloor = await startFloor('tests/bench/floor-server.ts', [folder.path])
    started.push(stockFloor.process)
    const floor = `http://127.0.0.1:${stockFloor.port}`
    const gzip = { 'Accept-Encoding': 'gzip' }

    const stock = await measure({ url: floor, path: '/list' })
    const list = await measure(openList)
    note('stock Remix list', stock.rate, '/s')
    note('our list', list.rate, '/s')
    compare('list of 50, of stock', list.rate / stock.rate, 1, 'more', ' ×')
    const stockGzip = await measure({ url: floor, path: '/compressed', headers: gzip })
    const listGzip = await measure({ ...openList, headers: { ...signedIn, ...gzip } })
    compare('list of 50 with gzip, of stock with compression', listGzip.rate / stockGzip.rate, 1.5, 'more', ' ×')
    await withinOneMinute(8000)
    const etag = (await ask(small.port, openList.path, { headers: signedIn })).headers.etag
    if (etag)
      compare(
        'the same list again (304), of its first rendering',
        (await measure({ ...openList, headers: { ...signedIn, 'If-None-Match': etag } })).rate / list.rate,
        10,
        'more',
        ' ×',
      )
    else compare('the same list again (304), of its first rendering', 0, 10, 'more', ' ×')

    const memory = await measure({ url: floor, path: '/memory' })
    note('Express from memory', memory.rate, '/s')
    for (const path of ['/', '/pricing', '/login'])
      compare(
        `${path}, of finished HTML from memory`,
        (await measure({ url, path })).rate / memory.rate,
        0.4,
        'more',
        ' ×',
      )

    const bare = await measure({
      url: floor,
      path: '/write',
      body: () => new URLSearchParams({ title: `Project ${newId()}` }).toString(),
    })
    const write = await measure({
      url,
      path: '/projects/new',
      headers: { ...signedIn, Origin: 'http://localhost:3000' },
      body: projectForm,
    })
    note('bare Remix action with one insert', bare.rate, '/s')
    compare('a project by form, of a bare insert', write.rate / bare.rate, 0.8, 'more', ' ×')

    const detail: Target = { url, path: `/projects/${small.projectId}`, headers: signedIn }
    for (const [name, target, top] of [
      ['list', openList, list.rate],
      ['project', detail, (await measure(detail)).rate],
    ] as const) {
      const half = await pace(target, top / 2)
      note(`${name} page`, top, '/s')
      compare(`${name} page at half its top rate, p50`, half.p50, 5, 'less', ' ms')
      compare(`${name} page at half its top rate, p99`, half.p99, 25, 'less', ' ms')
    }
    compare('memory after load', residentMegabytes(small.process), 250, 'less', ' MB')
    for (const { page, kilobytes, limit } of await scriptSizes(url))
      compare(`scripts of ${page}, gzip`, kilobytes, limit, 'less', ' KB')

    const large = await serve('large', 100_000)
    const far = await measure({ ...openList, url: `http://127.0.0.1:${large.port}`, headers: { Cookie: large.cookie } })
    const near = await measure(openList)
    compare('list with 1 000 projects, of 100 000', near.rate / far.rate, 1.5, 'less', ' ×')
  } finally {
    await Promise.all(started.map(ended))
    folder.remove()
  }

  async function serve(name: string, projects: number) {
    const dataDir = join(folder.path, name)
    mkdirSync(dataDir)
    const seeded = await seedProjects(dataDir, projects)
    const server = await startBuilt({
      dataDir,
      env: benchEnvironment,
    })
    started.push(server.process)
    return { ...seeded, port: server.port, process: server.process }
  }
}

/** Waits until this many ms of the current minute are left, because a page's version lasts no longer than its minute. */
async function withinOneMinute(needed: number): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < needed) await wait(left)
}

function projectForm(): string {
  const bidDeadline = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 16)
  const fields = {
    submissionId: newId(),
    title: 'A project of the bench',
    description: 'Described.',
    category: 'kitchen',
    location: 'Espoo',
    bidDeadline,
    vatTreatment: 'standard',
  }
  return new URLSearchParams(fields).toString()
}
