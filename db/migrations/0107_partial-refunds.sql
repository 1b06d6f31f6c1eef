ALTER TABLE `contract_milestones` ADD `refunded_net_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `contract_milestones` ADD `refunded_vat_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `contract_milestones` ADD `refund_cents` integer;
--> statement-breakpoint
-- What was refunded in part is what its postings took off escrow (ESC-26), and comes with what is certified to no more than the milestone.
CREATE TRIGGER contract_milestones_unrefunded BEFORE INSERT ON contract_milestones
WHEN NEW.refunded_net_cents <> 0 OR NEW.refunded_vat_cents <> 0 OR NEW.refund_cents IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'contract: what is refunded is what its postings add up to'); END;
--> statement-breakpoint
CREATE TRIGGER contract_milestones_refunded BEFORE UPDATE OF refunded_net_cents, refunded_vat_cents ON contract_milestones
WHEN (NEW.refunded_net_cents IS NOT OLD.refunded_net_cents OR NEW.refunded_vat_cents IS NOT OLD.refunded_vat_cents) AND (
  NEW.refunded_net_cents < OLD.refunded_net_cents OR NEW.refunded_vat_cents < OLD.refunded_vat_cents
  OR NEW.certified_net_cents + NEW.refunded_net_cents > NEW.net_cents OR NEW.certified_vat_cents + NEW.refunded_vat_cents > NEW.vat_cents
  OR NEW.refunded_net_cents + NEW.refunded_vat_cents IS NOT (
    SELECT coalesce(sum(e.amount_cents), 0) FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id
    WHERE p.milestone_id = OLD.id AND p.kind = 'refund' AND a.kind = 'escrow_held'))
BEGIN SELECT RAISE(ABORT, 'contract: what is refunded is what its postings add up to'); END;
--> statement-breakpoint
-- A part is asked back while the provider may answer, and is less than what is left.
CREATE TRIGGER contract_milestones_refund_asked BEFORE UPDATE OF refund_cents, status ON contract_milestones
WHEN NEW.refund_cents IS NOT NULL AND (NEW.status <> 'refund_requested' OR NEW.refund_cents <= 0
  OR (OLD.status = 'refund_requested' AND NEW.refund_cents IS NOT OLD.refund_cents)
  OR NEW.refund_cents >= NEW.amount_cents - NEW.certified_net_cents - NEW.certified_vat_cents - NEW.refunded_net_cents - NEW.refunded_vat_cents)
BEGIN SELECT RAISE(ABORT, 'contract: a part of what is held is asked back'); END;
--> statement-breakpoint
DROP TRIGGER contract_milestones_certified;
--> statement-breakpoint
CREATE TRIGGER contract_milestones_certified BEFORE UPDATE OF certified_net_cents, certified_vat_cents ON contract_milestones
WHEN (NEW.certified_net_cents IS NOT OLD.certified_net_cents OR NEW.certified_vat_cents IS NOT OLD.certified_vat_cents) AND (
  OLD.status NOT IN ('funded', 'changes_requested')
  OR NEW.certified_net_cents + NEW.refunded_net_cents > NEW.net_cents OR NEW.certified_vat_cents + NEW.refunded_vat_cents > NEW.vat_cents
  OR (NEW.certified_net_cents, NEW.certified_vat_cents) IS NOT (
    SELECT coalesce(sum(net_cents), 0), coalesce(sum(vat_cents), 0) FROM payment_certificates WHERE milestone_id = OLD.id))
BEGIN SELECT RAISE(ABORT, 'contract: what is certified is what certificates add up to'); END;
--> statement-breakpoint
-- What was refunded of a milestone is not invoiced (INV-8).
DROP TRIGGER invoices_of_milestone_insert;
--> statement-breakpoint
CREATE TRIGGER invoices_of_milestone_insert BEFORE INSERT ON invoices
WHEN NEW.kind = 'invoice' AND (NEW.milestone_id IS NOT NULL OR NEW.certificate_id IS NOT NULL) AND NOT EXISTS (
  SELECT 1 FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id JOIN companies k ON k.id = c.client_company_id
  WHERE m.id = NEW.milestone_id AND c.id IS NEW.contract_id AND c.provider_company_id = NEW.company_id
    AND c.client_company_id IS NEW.buyer_company_id AND c.currency = NEW.currency AND json_extract(NEW.buyer, '$.name') IS k.name
    AND NEW.net_cents <= CASE WHEN NEW.certificate_id IS NULL THEN m.net_cents - m.certified_net_cents - m.refunded_net_cents
      ELSE (SELECT net_cents FROM payment_certificates WHERE id = NEW.certificate_id AND milestone_id = m.id) END)
BEGIN SELECT RAISE(ABORT, 'invoice: a milestone is invoiced as its contract says'); END;
--> statement-breakpoint
DROP TRIGGER invoices_of_milestone_update;
--> statement-breakpoint
CREATE TRIGGER invoices_of_milestone_update BEFORE UPDATE OF milestone_id, contract_id, company_id, buyer_company_id, currency, buyer, net_cents ON invoices
WHEN NEW.milestone_id IS NOT NULL AND NEW.kind = 'invoice' AND OLD.number IS NULL AND NOT EXISTS (
  SELECT 1 FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id JOIN companies k ON k.id = c.client_company_id
  WHERE m.id = NEW.milestone_id AND c.id IS NEW.contract_id AND c.provider_company_id = NEW.company_id
    AND c.client_company_id IS NEW.buyer_company_id AND c.currency = NEW.currency AND json_extract(NEW.buyer, '$.name') IS k.name
    AND NEW.net_cents <= CASE WHEN NEW.certificate_id IS NULL THEN m.net_cents - m.certified_net_cents - m.refunded_net_cents
      ELSE (SELECT net_cents FROM payment_certificates WHERE id = NEW.certificate_id AND milestone_id = m.id) END)
BEGIN SELECT RAISE(ABORT, 'invoice: a milestone is invoiced as its contract says'); END;
