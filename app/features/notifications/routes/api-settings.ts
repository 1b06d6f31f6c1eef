import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { keepDevice } from '#app/features/accounts/sessions/known-devices.server.ts'
import { preferencesBody, preferencesInput, withChanges } from '#app/features/notifications/preferences/api.server.ts'
import {
  getDevicePreferences,
  programDevice,
  requestDevice,
} from '#app/features/notifications/preferences/device-preferences.server.ts'
import { getPreferences } from '#app/features/notifications/preferences/preferences.server.ts'
import { saveDevicePreferences } from '#app/features/notifications/preferences/save-device-preferences.server.ts'
import { savePreferences } from '#app/features/notifications/preferences/save-preferences.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

const allOf = (ctx: UserContext, device: string | null) => ({
  chosen: getPreferences(ctx),
  onDevice: getDevicePreferences(ctx, device),
})

/** What the caller has chosen, on this device where it has its own switches, or the defaults. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.notifications, 'notifications.read', async (ctx) => ({
    body: preferencesBody(allOf(ctx, await requestDevice(ctx, request))),
  }))

/** PUT changes what it names and leaves the rest. Answers with all of it. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'PUT') return methodNotAllowed('GET', 'HEAD', 'PUT')
  return answerApi(request, rateLimits.notifications, 'notifications.update', async (ctx) => {
    const input = await readInput(request, preferencesInput)
    const isOfDevice = Object.values(input.preferences).some(({ desktop, sound }) => (desktop ?? sound) !== undefined)
    const kept = isOfDevice && ctx.via !== 'token' ? await keepDevice(request, ctx.actor.id) : null
    const device = kept?.device ?? (ctx.via === 'token' ? programDevice : await requestDevice(ctx, request))
    const { chosen, onDevice } = withChanges(allOf(ctx, device), input)
    savePreferences(ctx, chosen)
    if (isOfDevice && device !== null) saveDevicePreferences(ctx, { device, chosen: onDevice })
    return { body: preferencesBody(allOf(ctx, device)), ...(kept && { headers: { 'Set-Cookie': kept.cookie } }) }
  })
}
