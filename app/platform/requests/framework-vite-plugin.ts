import type { Plugin } from 'vite'

type Fact = {
  /** Which module of `node_modules` it is about. */
  of: RegExp
  /** Replaces every occurrence. One that is not found fails the build, since a new version may mean something else. */
  found: RegExp
  by: string
}

const remix = /\/@remix-run\/react\/dist\/esm\//
const router = /\/(@remix-run\/router\/dist\/router|react-router(-dom)?\/dist\/index)\.js/

/** What is so in this application, and what Remix and its router only find out in the browser. */
const facts: Fact[] = [
  // remix.config.js sets every flag of Remix 3, and Remix hands its router all of React Router 7's for it.
  { of: remix, found: /\b(window\.__remixContext\.)?future\.v3_\w+/g, by: 'true' },
  { of: router, found: /\b(router\.)?future\.v7_\w+/g, by: 'true' },
  // Pages come from the server.
  {
    of: remix,
    found: /window\.__remixContext\.isSpaMode|(?<=\bif \()isSpaMode(?=\))|(?<![.\w])isSpaMode(?= && )/g,
    by: 'false',
  },
  // With one request for all loaders, data never comes by another route, nor deferred: only Remix 2's own protocol had both.
  { of: remix, found: /typeof singleFetch === "function"/g, by: 'true' },
  { of: router, found: /(?<!function )\bisDeferred(Data|Result)\(\w+\)/g, by: 'false' },
  // Code of pages is preloaded by use-module-preload.ts, and their data never.
  {
    of: remix,
    found: /\[shouldPrefetch, ref, prefetchHandlers\] = usePrefetchBehavior\(prefetch, props\)/g,
    by: 'shouldPrefetch = false, ref = null, prefetchHandlers = null',
  },
  { of: remix, found: /isPageLinkDescriptor\(link\)(?= \?)/g, by: 'false' },
  // No link asks for a view transition.
  { of: router, found: /\(opts && opts\.enableViewTransition\) === true/g, by: 'false' },
  {
    of: router,
    found: /(?<=let isViewTransitionUnavailable = )[^;]+|!viewTransitionOpts \|\| isViewTransitionUnavailable/g,
    by: 'true',
  },
  {
    of: router,
    found:
      /restoreAppliedTransitions\(routerWindow, appliedViewTransitions\);[^}]+?removePageHideEventListener = [^;]+;/g,
    by: '',
  },
  // The document is hydrated as one root, and nothing else is rendered.
  {
    of: /\/react-dom\/cjs\/react-dom\.production\.min\.js/,
    found:
      /\bexports\.(createRoot|findDOMNode|hydrate|render|unmountComponentAtNode|unstable_renderSubtreeIntoContainer)=(?=function\()/g,
    by: '0&&',
  },
  { of: /\/react-dom\/client\.js/, found: /exports\.createRoot = m\.createRoot;/g, by: '' },
  // A name for developers, which keeps a component that nothing uses.
  { of: remix, found: /\bNavLink\.displayName = "NavLink";/g, by: '' },
  // Advice to developers about calls that the types and tests refuse.
  { of: router, found: /(?<=function warning\(cond, message\) \{\s+if \()!cond(?=\))/g, by: 'false' },
  // The server offers websockets and polling.
  {
    of: /\/engine\.io-client\/build\/esm\/transports\/index\.js/,
    found: /webtransport: WT,|import \{ WT \}.+/g,
    by: '',
  },
]

/** Uses of what the facts rule out, in compiled code. */
const ruledOut = /\bprefetch: "(?!none")|\bviewTransition: |(?<!\.)\bdefer\(/

/**
 * Tells the browser's build what is so in this application, so that it leaves out the code of Remix, its router and Socket.IO that
 * never runs here. A fact whose place is not found fails the build, and so does application code that it rules out.
 */
export function frameworkPlugin(): Plugin {
  const open = new Set<Fact>()
  return {
    name: 'groundwork-framework',
    apply: 'build',
    buildStart() {
      for (const fact of facts) open.add(fact)
    },
    transform(code, id, options) {
      if (options?.ssr) return null
      if (/\/app\/.+\.tsx?$/.test(id) && ruledOut.test(code))
        this.error(
          `${id} uses what framework-vite-plugin.ts leaves out of the browser's scripts: ${ruledOut.exec(code)}`,
        )
      let told = code
      for (const fact of facts) {
        if (!fact.of.test(id)) continue
        const before = told
        told = told.replace(fact.found, fact.by)
        if (told !== before) open.delete(fact)
      }
      // Without a map: the browser's scripts have none.
      return told === code ? null : { code: told, map: null }
    },
    generateBundle(_, bundle) {
      // The server's build transforms none of these modules.
      if (open.size === 0 || !Object.keys(bundle).some((file) => file.includes('entry.client'))) return
      this.error(
        `Not found in the packages, so what it says must be checked anew: ${[...open].map(({ found }) => found).join(', ')}`,
      )
    },
  }
}
