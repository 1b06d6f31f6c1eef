CREATE TABLE `platform_fees` (
	`posting_id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`provider_company_id` text NOT NULL,
	`contract_id` text NOT NULL,
	`currency` text NOT NULL,
	`net_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`vat_rate_bp` integer NOT NULL,
	`vat_category` text NOT NULL,
	`taken_at` integer NOT NULL,
	`invoice_id` text,
	FOREIGN KEY (`posting_id`) REFERENCES `ledger_postings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`provider_company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `platform_fees_invoice` ON `platform_fees` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `platform_fees_waiting` ON `platform_fees` (`taken_at`) WHERE "platform_fees"."invoice_id" is null;--> statement-breakpoint
ALTER TABLE `contracts` ADD `platform_fee_basis` text DEFAULT 'gross' NOT NULL;--> statement-breakpoint
-- What the fee is a share of is part of the text that both parties sign (ESC-17).
CREATE TRIGGER contracts_fee_basis_frozen BEFORE UPDATE OF platform_fee_basis ON contracts
WHEN OLD.document_hash IS NOT NULL AND NEW.platform_fee_basis IS NOT OLD.platform_fee_basis
BEGIN SELECT RAISE(ABORT, 'contract: the text is frozen'); END;
--> statement-breakpoint
-- A fee is what its posting took, of its contract and from its provider.
CREATE TRIGGER platform_fees_taken BEFORE INSERT ON platform_fees
WHEN NEW.invoice_id IS NOT NULL OR NEW.net_cents <= 0 OR NEW.fee_cents < NEW.net_cents
  OR EXISTS (SELECT 1 FROM platform_fees WHERE posting_id = NEW.posting_id)
  OR NOT EXISTS (SELECT 1 FROM ledger_postings p JOIN contracts c ON c.id = p.contract_id
    WHERE p.id = NEW.posting_id AND p.contract_id = NEW.contract_id AND p.currency = NEW.currency AND c.provider_company_id = NEW.provider_company_id)
  OR NEW.fee_cents IS NOT (SELECT -sum(e.amount_cents) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
    WHERE e.posting_id = NEW.posting_id AND a.kind = 'platform_fee')
BEGIN SELECT RAISE(ABORT, 'platform fee: it is what its posting took'); END;
--> statement-breakpoint
-- It changes once: when the platform's company has invoiced it, to the cent.
CREATE TRIGGER platform_fees_immutable BEFORE UPDATE ON platform_fees
WHEN OLD.invoice_id IS NOT NULL OR NEW.posting_id IS NOT OLD.posting_id OR NEW.company_id IS NOT OLD.company_id
  OR NEW.provider_company_id IS NOT OLD.provider_company_id OR NEW.contract_id IS NOT OLD.contract_id OR NEW.currency IS NOT OLD.currency
  OR NEW.net_cents IS NOT OLD.net_cents OR NEW.fee_cents IS NOT OLD.fee_cents OR NEW.vat_rate_bp IS NOT OLD.vat_rate_bp
  OR NEW.vat_category IS NOT OLD.vat_category OR NEW.taken_at IS NOT OLD.taken_at
  OR NOT EXISTS (SELECT 1 FROM invoices i WHERE i.id = NEW.invoice_id AND i.kind = 'invoice' AND i.number IS NOT NULL
    AND i.company_id = OLD.company_id AND i.buyer_company_id = OLD.provider_company_id AND i.contract_id = OLD.contract_id
    AND i.currency = OLD.currency AND i.net_cents = OLD.net_cents AND i.gross_cents = OLD.fee_cents)
BEGIN SELECT RAISE(ABORT, 'platform fee: only its invoice is added, once'); END;
--> statement-breakpoint
CREATE TRIGGER platform_fees_permanent BEFORE DELETE ON platform_fees
BEGIN SELECT RAISE(ABORT, 'platform fee: it is permanent'); END;
