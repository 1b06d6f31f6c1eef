// The order of the features, lowest first. A feature may import features of the lines above it, but none of its own
// line or below.
export const tiers = [
  ['accounts'],
  ['team'],
  ['notifications'],
  ['files', 'presence'],
  ['projects'],
  ['tenders'],
  ['qualifications', 'visits'],
  ['evaluation'],
  ['bids'],
  ['directory', 'invitations', 'standstill', 'tender-pages'],
  ['contracts'],
  ['decisions', 'securities', 'handover'],
  ['seals'],
  ['escrow'],
  ['bank', 'deposits', 'statements', 'valuations'],
  ['payouts'],
  ['bank-statements'],
  ['reconciliation'],
  ['change-orders', 'negotiations', 'contract-templates'],
  ['disputes', 'terminations', 'approvals'],
  ['e-addresses'],
  ['clients'],
  ['invoicing'],
  ['einvoices', 'invoice-settings'],
  ['open-items', 'quotes', 'recurring-invoices', 'reminders'],
  ['final-accounts'],
  ['chain', 'contract-steps'],
  ['finance'],
  ['receipts', 'vat-report', 'received-invoices', 'budgets'],
  ['tasks', 'calendar', 'estimation', 'plans', 'notes', 'settings', 'database'],
  ['quote-requests'],
  ['conversations'],
  ['messages'],
  ['groups'],
  ['calls'],
  ['search'],
  ['insights', 'assistant', 'admin', 'site'],
]

const order = tiers.flat()

/** The feature folders among these files, and those missing from the order. */
export function features(files) {
  const found = [...new Set(files.map((file) => /^app\/features\/([^/]+)\//.exec(file)?.[1]).filter(Boolean))]
  return { found, unknown: found.filter((name) => !order.includes(name)) }
}

const test = '\\.test\\.[cm]?[jt]sx?$'
const notTest = { pathNot: test }
const runTime = { dependencyTypesNot: ['type-only'] }

/** The map of domain events and their payloads contain only types, so every floor may import it. */
const events = '^app/(events|event-payloads)\\.ts$'

/**
 * Code that may reach a browser: everything in app/ except server modules, routes and the root, whose server parts
 * Remix removes.
 */
const browser = {
  path: '^(app|db/vocabulary)/',
  pathNot: [
    '\\.server\\.tsx?$',
    '/routes/',
    test,
    '^app/root\\.tsx$',
    '^app/routes\\.ts$',
    '^app/realtime/(?!protocol/)',
    'vite-plugin\\.ts$',
  ],
}

/** Rules for dependency-cruiser. A comment is the message for whoever breaks the rule. */
export const rules = [
  {
    name: 'no-cycles',
    comment: 'Modules that import each other have no order; move what both need below them.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-unresolvable',
    comment: 'There is no such file or package.',
    from: {},
    to: { couldNotResolve: true, pathNot: '^(virtual:|\\.\\./build/|\\./build/)' },
  },
  {
    name: 'nothing-imports-a-route',
    comment: 'A route module is only loaded by its URL; move what is shared into the feature.',
    from: notTest,
    to: { path: '^app/features/.+/routes/' },
  },
  {
    name: 'routes-and-realtime-not-db',
    comment: "HTTP and sockets go through a feature's queries and verbs, never to the database.",
    from: { path: ['^app/features/.+/routes/', '^app/realtime/'], pathNot: test },
    to: { path: '^db/', pathNot: '^db/vocabulary/' },
  },
  ...featureRules(),
  {
    name: 'features-not-outside',
    comment:
      'A feature knows db, platform, ui, i18n, documents, features, the types of app/events.ts and the words of the socket protocol (app/realtime/protocol), not the rest of realtime and not the root modules: realtime listens to events.',
    from: { path: '^app/features/', pathNot: test },
    to: { path: '^app/', pathNot: ['^app/(features|platform|ui|i18n|documents|realtime/protocol)/', events] },
  },
  {
    name: 'protocol-only-words',
    comment:
      'The socket protocol is what both ends agree on: it imports the vocabulary and platform, and features translate into it.',
    from: { path: '^app/realtime/protocol/', pathNot: test },
    to: { path: '^(app|db|tests|scripts)/', pathNot: '^(app/(realtime/protocol|platform)|db/vocabulary)/' },
  },
  {
    name: 'ui-only-i18n',
    comment: 'The design system knows no domain: ui imports ui and i18n.',
    from: { path: '^app/ui/', pathNot: test },
    to: { path: '^(app|db|tests|scripts)/', pathNot: '^app/(ui|i18n)/' },
  },
  {
    name: 'documents-no-domain',
    comment:
      'Documents know how to show and print any document, but no domain: they import themselves, ui, i18n and platform.',
    from: { path: '^app/documents/', pathNot: test },
    to: { path: '^(app|db|tests|scripts)/', pathNot: '^app/(documents|ui|i18n|platform)/' },
  },
  {
    name: 'i18n-only-platform',
    comment: 'i18n imports itself and platform.',
    from: { path: '^app/i18n/', pathNot: test },
    to: { path: '^(app|db|tests|scripts)/', pathNot: '^app/(i18n|platform)/' },
  },
  {
    name: 'platform-nothing-of-ours',
    comment: 'The platform knows nothing of the product but the names of its events.',
    from: { path: '^app/platform/', pathNot: test },
    to: { path: '^(app|db|tests|scripts)/', pathNot: ['^app/platform/', events] },
  },
  {
    name: 'vocabulary-nothing-at-all',
    comment: 'The vocabulary is words: it imports nothing.',
    from: { path: '^db/vocabulary/', pathNot: test },
    to: { pathNot: ['^db/vocabulary/', events] },
  },
  {
    name: 'db-only-platform',
    comment: 'The database knows no feature. db/seed and db/verify-audit.ts are programs and may.',
    from: { path: '^db/', pathNot: ['^db/seed/', '^db/verify-audit\\.ts', test] },
    to: { path: '^(app|tests|scripts)/', pathNot: ['^app/platform/', events] },
  },
  {
    name: 'events-only-vocabulary',
    comment: 'app/events.ts is imported by every floor, so it imports the vocabulary only.',
    from: { path: events },
    to: { pathNot: ['^db/vocabulary/', events] },
  },
  {
    name: 'nothing-imports-a-program',
    comment: 'db/seed, db/backup.ts, tests and scripts use everything; nothing uses them.',
    from: { path: '^(app|db|server\\.ts)', pathNot: ['^db/seed/', test] },
    to: { path: '^(db/seed/|db/(backup|verify-audit)\\.ts|tests/|scripts/)' },
  },
  {
    name: 'browser-not-server',
    comment: 'A browser may load this module: import types only from a .server module, or make this one .server too.',
    from: { ...browser, pathNot: [...browser.pathNot, '^app/entry\\.server'] },
    to: { path: '\\.server\\.tsx?$', ...runTime },
  },
  {
    name: 'browser-not-db',
    comment: 'Of db a browser may load the vocabulary only.',
    from: { ...browser, pathNot: [...browser.pathNot, '^app/entry\\.server'] },
    to: { path: '^db/', pathNot: '^db/vocabulary/', ...runTime },
  },
  {
    name: 'browser-not-node',
    comment: 'A browser has no Node modules.',
    from: { ...browser, pathNot: [...browser.pathNot, '^app/entry\\.server'] },
    to: { dependencyTypes: ['core'], ...runTime },
  },
  {
    name: 'no-dev-packages-at-run-time',
    comment: 'The container has no devDependencies: this would not start there.',
    // Vite runs in development, and the build bundles the others (tests/process/packages.test.ts).
    from: { path: '^(app|db|server\\.ts)', pathNot: [test, '^app/routes\\.ts$', 'vite-plugin\\.ts$'] },
    to: {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['type-only'],
      pathNot: '/@types/|^node_modules/(lucide-react|peerjs|socket\\.io-client|vite)/',
    },
  },
]

function featureRules() {
  return order.map((name) => {
    const above = tiers
      .slice(
        0,
        tiers.findIndex((tier) => tier.includes(name)),
      )
      .flat()
    return {
      name: `${name}-downwards`,
      comment: `A feature imports only features below it; for ${name}: ${above.join(', ') || 'none'}. Its routes may ask any.`,
      from: { path: `^app/features/${name}/`, pathNot: [test, '/routes/'] },
      to: { path: '^app/features/', pathNot: `^app/features/(${[name, ...above].join('|')})/` },
    }
  })
}
