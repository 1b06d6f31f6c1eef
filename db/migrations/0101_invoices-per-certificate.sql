DROP INDEX `invoices_milestone`;--> statement-breakpoint
ALTER TABLE `invoices` ADD `certificate_id` text REFERENCES payment_certificates(id);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_certificate` ON `invoices` (`certificate_id`) WHERE "invoices"."kind" = 'invoice' and "invoices"."status" <> 'credited' and "invoices"."certificate_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_milestone` ON `invoices` (`milestone_id`) WHERE "invoices"."kind" = 'invoice' and "invoices"."status" <> 'credited' and "invoices"."certificate_id" is null;
--> statement-breakpoint
-- Each certificate of a milestone is invoiced for itself (INV-8), and what they leave of it by another invoice, each for no more than it is.
DROP TRIGGER invoices_of_milestone_insert;
--> statement-breakpoint
CREATE TRIGGER invoices_of_milestone_insert BEFORE INSERT ON invoices
WHEN NEW.kind = 'invoice' AND (NEW.milestone_id IS NOT NULL OR NEW.certificate_id IS NOT NULL) AND NOT EXISTS (
  SELECT 1 FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id JOIN companies k ON k.id = c.client_company_id
  WHERE m.id = NEW.milestone_id AND c.id IS NEW.contract_id AND c.provider_company_id = NEW.company_id
    AND c.client_company_id IS NEW.buyer_company_id AND c.currency = NEW.currency AND json_extract(NEW.buyer, '$.name') IS k.name
    AND NEW.net_cents <= CASE WHEN NEW.certificate_id IS NULL THEN m.net_cents - m.certified_net_cents
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
    AND NEW.net_cents <= CASE WHEN NEW.certificate_id IS NULL THEN m.net_cents - m.certified_net_cents
      ELSE (SELECT net_cents FROM payment_certificates WHERE id = NEW.certificate_id AND milestone_id = m.id) END)
BEGIN SELECT RAISE(ABORT, 'invoice: a milestone is invoiced as its contract says'); END;
--> statement-breakpoint
CREATE TRIGGER invoices_certificate_kept BEFORE UPDATE OF certificate_id ON invoices
WHEN NEW.certificate_id IS NOT OLD.certificate_id
BEGIN SELECT RAISE(ABORT, 'invoice: it stays with its certificate'); END;
