import { z } from 'zod'
import { signerRole } from '#app/features/contracts/schemas.server.ts'
import { optionalText, requiredName, requiredText } from '#app/platform/forms/field-schemas.ts'
import type { ApprovalAct } from '#db/vocabulary/approvals.ts'

/** The approver's form; to sign also asks for their name, as signing does. */
export const approveSchema = (act: ApprovalAct) => {
  const signs = act === 'sign' || act === 'sign_change'
  return z.object({
    typedName: signs ? requiredName(200) : unasked,
    nameReason: signs ? optionalText(500) : unasked,
    jobTitle: signs ? signerRole.jobTitle : unasked,
    authority: signs ? signerRole.authority : unasked,
    drawing: signs ? signerRole.drawing : unasked,
    password: z.string({ error: 'validation:required' }).max(1024),
  })
}
const unasked = z.undefined().catch(undefined)

/** A reason that who asked can read. */
export const refuseSchema = z.object({ reason: requiredText(2000) })
