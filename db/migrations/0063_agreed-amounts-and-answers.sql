-- The VAT of a milestone that change orders reduce is its net times its rate, rounded once (EN 16931, BR-CO-17), not the sum of what each
-- of them rounded to: that is what its invoice says.
DROP TRIGGER contract_milestones_amounts;
--> statement-breakpoint
UPDATE contract_milestones SET
  vat_cents = (net_cents * vat_rate_bp + 5000) / 10000,
  agreed_vat_cents = agreed_vat_cents + (net_cents * vat_rate_bp + 5000) / 10000 - vat_cents,
  amount_cents = net_cents + (net_cents * vat_rate_bp + 5000) / 10000
WHERE agreed_net_cents <> 0 AND status = 'planned';
--> statement-breakpoint
CREATE TRIGGER contract_milestones_amounts BEFORE UPDATE ON contract_milestones
WHEN (SELECT document_hash FROM contracts WHERE id = OLD.contract_id) IS NOT NULL AND (
  NEW.contract_id IS NOT OLD.contract_id OR NEW.position IS NOT OLD.position OR NEW.vat_rate_bp IS NOT OLD.vat_rate_bp
  OR NEW.change_order_id IS NOT OLD.change_order_id
  OR NEW.net_cents - NEW.agreed_net_cents IS NOT OLD.net_cents - OLD.agreed_net_cents
  OR NEW.vat_cents - NEW.agreed_vat_cents IS NOT OLD.vat_cents - OLD.agreed_vat_cents
  OR NEW.amount_cents - NEW.agreed_net_cents - NEW.agreed_vat_cents
    IS NOT OLD.amount_cents - OLD.agreed_net_cents - OLD.agreed_vat_cents
  OR ((NEW.agreed_net_cents IS NOT OLD.agreed_net_cents OR NEW.agreed_vat_cents IS NOT OLD.agreed_vat_cents) AND (
    OLD.status <> 'planned' OR NEW.net_cents <= 0
    OR NEW.agreed_net_cents IS NOT (
      SELECT coalesce(sum(net_cents), 0) FROM change_orders WHERE milestone_id = OLD.id AND status = 'accepted')
    OR NEW.vat_cents IS NOT (NEW.net_cents * NEW.vat_rate_bp + 5000) / 10000)))
BEGIN SELECT RAISE(ABORT, 'contract: the amounts are frozen'); END;
--> statement-breakpoint
-- A change order only ever goes on: what was proposed is no draft again, and waits for its answer with nothing decided.
CREATE TRIGGER change_orders_go_on BEFORE UPDATE ON change_orders
WHEN (OLD.status = 'proposed' AND NEW.status = 'draft')
  OR (NEW.status IN ('draft', 'proposed') AND (NEW.decided_at IS NOT NULL OR NEW.decision_reason IS NOT NULL))
  OR (NEW.status = 'draft' AND NEW.document_hash IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'change order: it only goes on'); END;
--> statement-breakpoint
-- An invited company's answer stays as it gave it, with its reason.
CREATE TRIGGER project_invitations_answered BEFORE UPDATE ON project_invitations
WHEN OLD.status IN ('declined', 'withdrawn') AND (
  NEW.status IS NOT OLD.status OR NEW.reason IS NOT OLD.reason OR NEW.company_id IS NOT OLD.company_id
  OR NEW.changed_by IS NOT OLD.changed_by OR NEW.changed_at IS NOT OLD.changed_at)
BEGIN SELECT RAISE(ABORT, 'what was answered to an invitation is immutable'); END;
