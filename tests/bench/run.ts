// `npm run bench [-- group …]` measures the product's promised speed on the built server in its own process, against baselines of
// the same run, in six minutes. It prints a table and a row for docs/performance.md, writes .cache/bench.json, and fails when a goal is missed.
// Of the groups below, `cores` and `site`, and `money`, `kill`, `growth`, `profile` and `browser`, run only by name.
import '#tests/setup/environment.ts'

// Imported afterwards, because the environment is read on the first import.
const { withServers } = await import('./processes.ts')
const { startReport } = await import('./report.ts')
type Servers = import('./processes.ts').Servers
type Report = import('./report.ts').Report

type Group = (servers: Servers, report: Report) => Promise<void>
const groups: Record<string, () => Promise<Group>> = {
  pages: async () => (await import('./pages.ts')).measurePages,
  work: async () => (await import('./work.ts')).measureWork,
  lists: async () => (await import('./lists.ts')).measureLists,
  writes: async () => (await import('./writes.ts')).measureWrites,
  chat: async () => (await import('./chat/measure-chat.ts')).measureChat,
  accounts: async () => (await import('./accounts.ts')).measureAccounts,
  memory: async () => (await import('./memory.ts')).measureMemory,
  scripts: async () => (await import('./script-sizes.ts')).measureScripts,
  cores: async () => (await import('./cores.ts')).measureCores,
  site: async () => (await import('./site.ts')).measureSite,
}
const onlyByName = ['cores', 'site']
const apart = ['money', 'kill', 'growth', 'profile', 'browser']
const named = process.argv.slice(2)

if (named.includes('profile')) await (await import('./profile.ts')).profilePages()
else if (named.includes('growth')) await import('./growth/run.ts')
else if (named.includes('browser')) await import('./browser/run.ts')
else {
  const unknown = named.filter((name) => !groups[name] && !apart.includes(name))
  if (unknown.length > 0)
    throw new Error(`no such group: ${unknown}; there are ${[...Object.keys(groups), ...apart].join(', ')}`)
  const report = startReport('bench')
  // What was measured before a group fails is worth knowing.
  try {
    if (named.includes('money')) await (await import('./money/run.ts')).measureMoney(report)
    else if (named.includes('kill')) await kill(report)
    else
      for (const [name, load] of Object.entries(groups)) {
        if (named.length > 0 ? !named.includes(name) : onlyByName.includes(name)) continue
        console.log(`· ${name}`)
        const measure = await load()
        await withServers((servers) => measure(servers, report))
      }
  } finally {
    report.print()
  }
}

async function kill({ compare, note }: Report): Promise<void> {
  const { killRounds } = await import('#tests/setup/kill-rounds.ts')
  const { rounds, acknowledged, problems } = await killRounds(50)
  for (const problem of problems) console.log(problem)
  note('kill -9: rounds', rounds, '')
  note('kill -9: acknowledged writes', acknowledged, '')
  compare('kill -9: problems', problems.length, 0, 'less')
}
