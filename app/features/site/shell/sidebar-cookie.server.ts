import { hostCookie } from '#app/platform/requests/host-cookie.server.ts'

/** Whether the sidebar is collapsed to icons, kept for a year. */
const sidebarCookie = hostCookie('sidebar', {
  maxAge: 31_536_000,
})

export async function readSidebarCollapsed(request: Request): Promise<boolean> {
  return (await sidebarCookie.parse(request.headers.get('Cookie'))) === 'collapsed'
}

/** The Set-Cookie header that collapses or expands the sidebar. */
export function writeSidebar(collapsed: boolean): Promise<string> {
  return sidebarCookie.serialize(collapsed ? 'collapsed' : 'expanded')
}
