import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { intlDataPlugin } from './app/i18n/intl-data-vite-plugin.ts'
import { serverTextsPlugin, textFilesPlugin, textsPlugin } from './app/i18n/texts-vite-plugin.ts'
import { frameworkPlugin } from './app/platform/requests/framework-vite-plugin.ts'
import { iconsPlugin } from './app/ui/icons/icons-vite-plugin.ts'
import { themesPlugin } from './app/ui/themes/themes-vite-plugin.ts'
import { currencies } from './db/vocabulary/currencies.ts'
import remixConfig from './remix.config.js'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

const dataDir = resolve(process.env.DATA_DIR || 'data')

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    themesPlugin(),
    textsPlugin(),
    serverTextsPlugin(),
    textFilesPlugin(),
    intlDataPlugin(currencies),
    iconsPlugin(),
    frameworkPlugin(),
    remix(remixConfig),
  ],
  // Native and for the server only, but the development server's scan for browser packages follows imports into it.
  // A constant for each key, exported by name, would add 1.0 to 1.6 KB to the scripts of a page.
  json: { namedExports: false, stringify: true },
  optimizeDeps: { exclude: ['@node-rs/argon2'] },
  // The development server serves any file of this folder: never the data, which only its owner may read. The rest is Vite's list.
  server: { fs: { deny: [`${dataDir}/**`, '.env', '.env.*', '*.{crt,pem}', '**/.git/**'] } },
  // Source maps for browsers would contain whole route modules with loaders and guards, for anybody to fetch.
  build: {
    target: 'es2022',
    // Five percent smaller than esbuild's output, on every page.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: {
      module: true,
      compress: { passes: 3 },
      ecma: 2020,
      format: { comments: false },
    },
    sourcemap: isSsrBuild ? 'hidden' : false,
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}))

/** Modules that nearly every page needs share one chunk: one file compresses far better than many small ones. */
function chunkOf(id: string): string | undefined {
  const texts = /\/app\/i18n\/locales\/(\w+)\/(ui|shell|errors|validation)\.json/.exec(id)
  if (texts) return `texts-${texts[1]}`
  if (framework.test(id)) return 'framework'
  // Beside the chat's other texts it would bring the whole chat to every page.
  if (id === '\0virtual:texts/livechat') return 'chat-model'
  if (id === '\0virtual:texts/chat') return 'conversations'
  return chunks.get(id)
}

const framework = /\/node_modules\/(@?remix-run|react(-[\w-]+)?|scheduler|turbo-stream)\/|preload-helper/

/** The chunk of each module that is assigned to one, by file name. A name that no file has any longer fails the build. */
const chunks = new Map(
  Object.entries({
    // What a list with filters needs of both.
    lists: ['ui/forms/{field,field-frame,select,submit-button}.tsx', 'ui/{pagination,status-badge,tabs}.tsx'],
    forms: ['ui/forms/{checkbox,choice,error-summary,form-card,money-field,text-area}.tsx'],
    // What the pages of conversations do without.
    records: ['ui/{breadcrumbs,card,data-table,money,page-section}.tsx'],
    // What the page of conversations needs without messages.
    conversations: [
      'features/conversations/ui/{chat-model,chat-time,conversation-preview}.ts',
      'features/conversations/ui/{conversation-list,conversation-row,invoice-shortcut,notification-permission,time-label}.tsx',
      'features/messages/ui/{chat-screen,live-page,live-screen}.tsx',
      'features/messages/ui/use-reading-place.ts',
      'features/presence/ui/presence-dot.tsx',
    ],
    chat: ['features/messages/ui/{message-bubble,thread-context}.tsx'],
    thread: ['features/messages/ui/{message-list,thread}.tsx'],
    // Loaded once one is shown. The server imports them at once, so that Rollup would leave them with whoever shows them.
    poll: ['features/messages/ui/polls/poll.tsx'],
    'pending-messages': ['features/messages/ui/pending-messages.tsx'],
    'thread-search': ['features/messages/ui/search/thread-search.tsx'],
    // The viewer of images needs it, too.
    'closed-by-back': ['ui/media/use-closed-by-back.ts'],
    // The suggestions of a mention need it, and pages that search.
    'search-text': ['platform/text/normalize-for-search.ts'],
    // What the live chat needs on pages without messages.
    'chat-model': [
      'features/messages/{sent-model,limits,reply-reference}.ts',
      'features/conversations/{conversation-view,conversation-filter}.ts',
      'features/presence/presence-status.ts',
      'platform/{columns-of-rows,text/truncate}.ts',
      'realtime/protocol/limits.ts',
    ],
    'live-chat': ['features/messages/client/{chat-http,live-chat,store}.ts', 'features/messages/ui/chat-companion.tsx'],
    // Pages outside the chat show sizes of files, too.
    'media-file': ['ui/media/media-file.ts'],
    workspace: [
      'root.tsx',
      'i18n/{format.ts,i18n.client.ts,translator.ts,use-translation.client.tsx}',
      'ui/{alert,avatar,button,empty-state,icon,menu,text-link}.tsx',
      'ui/{classes,keep-typed,page-handle,page-title,text,tones,use-loaded}.ts',
      'ui/forms/{field-errors,search-box}.tsx',
      'ui/forms/{failed-form,input-class}.ts',
      'ui/media/moves.ts',
      'features/site/shell/{page-frame,workspace-shell}.tsx',
      'features/site/routes/{workspace-layout,workspace-page}.tsx',
    ],
  }).flatMap(([chunk, patterns]) =>
    patterns.flatMap(namesIn).map((name) => {
      const file = fileURLToPath(new URL(`app/${name}`, import.meta.url))
      if (!existsSync(file))
        throw new Error(`vite.config.ts assigns app/${name} to the chunk ${chunk}, but it does not exist`)
      return [file, chunk] as const
    }),
  ),
)

/** `ui/{card,tabs}.tsx` is `ui/card.tsx` and `ui/tabs.tsx`. */
function namesIn(pattern: string): string[] {
  const [, before = '', choices, after = ''] = /^([^{]*)\{(.+)\}(.*)$/.exec(pattern) ?? []
  return choices?.split(',').map((choice) => before + choice + after) ?? [pattern]
}
