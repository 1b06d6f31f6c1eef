CREATE TABLE `contract_totals` (
	`company_id` text NOT NULL,
	`party` text NOT NULL,
	`currency` text NOT NULL,
	`committed_cents` integer NOT NULL,
	`undelivered_cents` integer NOT NULL,
	PRIMARY KEY(`company_id`, `party`, `currency`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `escrow_totals` (
	`company_id` text NOT NULL,
	`party` text NOT NULL,
	`currency` text NOT NULL,
	`held_cents` integer NOT NULL,
	`released_cents` integer NOT NULL,
	PRIMARY KEY(`company_id`, `party`, `currency`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `bids_company_pending` ON `bids` (`company_id`,`id`) WHERE "bids"."status" in ('submitted','opened','shortlisted');--> statement-breakpoint
CREATE INDEX `invoices_company_settled` ON `invoices` (`company_id`,`id`) WHERE "invoices"."kind" = 'invoice' and "invoices"."paid_cents" > 0;--> statement-breakpoint
CREATE INDEX `projects_company_running` ON `projects` (`company_id`,`id`) WHERE "projects"."status" in ('open','evaluating','awarded','active');--> statement-breakpoint
CREATE INDEX `projects_company_running_deadline` ON `projects` (`company_id`,`bid_deadline`) WHERE "projects"."status" in ('open','evaluating','awarded','active');
--> statement-breakpoint
INSERT INTO contract_totals (company_id, party, currency, committed_cents, undelivered_cents)
SELECT c.client_company_id, 'client', c.currency, sum(m.amount_cents), sum(iif(m.status IN ('planned', 'funded', 'changes_requested'), m.amount_cents, 0))
FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id WHERE c.status = 'active' GROUP BY 1, 3
UNION ALL SELECT c.provider_company_id, 'provider', c.currency, sum(m.amount_cents), sum(iif(m.status IN ('planned', 'funded', 'changes_requested'), m.amount_cents, 0))
FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id WHERE c.status = 'active' GROUP BY 1, 3;
--> statement-breakpoint
INSERT INTO escrow_totals (company_id, party, currency, held_cents, released_cents)
SELECT c.client_company_id, 'client', p.currency, -sum(iif(a.kind IN ('escrow_held', 'retention_held'), e.amount_cents, 0)), -sum(iif(a.kind IN ('provider_payable', 'platform_fee') AND p.kind IN ('release', 'retention_release', 'resolution', 'retention_resolution'), e.amount_cents, 0))
FROM ledger_postings p JOIN contracts c ON c.id = p.contract_id JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id
GROUP BY 1, 3
UNION ALL SELECT c.provider_company_id, 'provider', p.currency, -sum(iif(a.kind IN ('escrow_held', 'retention_held'), e.amount_cents, 0)), -sum(iif(a.kind IN ('provider_payable', 'platform_fee') AND p.kind IN ('release', 'retention_release', 'resolution', 'retention_resolution'), e.amount_cents, 0))
FROM ledger_postings p JOIN contracts c ON c.id = p.contract_id JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id
GROUP BY 1, 3;
--> statement-breakpoint
CREATE TRIGGER milestones_totalled_insert AFTER INSERT ON contract_milestones
BEGIN
  INSERT INTO contract_totals (company_id, party, currency, committed_cents, undelivered_cents)
  SELECT client_company_id, 'client', currency, NEW.amount_cents, iif(NEW.status IN ('planned', 'funded', 'changes_requested'), NEW.amount_cents, 0)
  FROM contracts WHERE id = NEW.contract_id AND status = 'active'
  UNION ALL SELECT provider_company_id, 'provider', currency, NEW.amount_cents, iif(NEW.status IN ('planned', 'funded', 'changes_requested'), NEW.amount_cents, 0)
  FROM contracts WHERE id = NEW.contract_id AND status = 'active'
  ON CONFLICT (company_id, party, currency) DO UPDATE SET committed_cents = committed_cents + excluded.committed_cents,
    undelivered_cents = undelivered_cents + excluded.undelivered_cents;
END;
--> statement-breakpoint
CREATE TRIGGER milestones_totalled_update AFTER UPDATE OF contract_id, status, amount_cents ON contract_milestones
WHEN NEW.contract_id IS NOT OLD.contract_id OR NEW.status IS NOT OLD.status OR NEW.amount_cents IS NOT OLD.amount_cents
BEGIN
  INSERT INTO contract_totals (company_id, party, currency, committed_cents, undelivered_cents)
  SELECT client_company_id, 'client', currency, -OLD.amount_cents, -iif(OLD.status IN ('planned', 'funded', 'changes_requested'), OLD.amount_cents, 0)
  FROM contracts WHERE id = OLD.contract_id AND status = 'active'
  UNION ALL SELECT provider_company_id, 'provider', currency, -OLD.amount_cents, -iif(OLD.status IN ('planned', 'funded', 'changes_requested'), OLD.amount_cents, 0)
  FROM contracts WHERE id = OLD.contract_id AND status = 'active'
  ON CONFLICT (company_id, party, currency) DO UPDATE SET committed_cents = committed_cents + excluded.committed_cents,
    undelivered_cents = undelivered_cents + excluded.undelivered_cents;
  INSERT INTO contract_totals (company_id, party, currency, committed_cents, undelivered_cents)
  SELECT client_company_id, 'client', currency, NEW.amount_cents, iif(NEW.status IN ('planned', 'funded', 'changes_requested'), NEW.amount_cents, 0)
  FROM contracts WHERE id = NEW.contract_id AND status = 'active'
  UNION ALL SELECT provider_company_id, 'provider', currency, NEW.amount_cents, iif(NEW.status IN ('planned', 'funded', 'changes_requested'), NEW.amount_cents, 0)
  FROM contracts WHERE id = NEW.contract_id AND status = 'active'
  ON CONFLICT (company_id, party, currency) DO UPDATE SET committed_cents = committed_cents + excluded.committed_cents,
    undelivered_cents = undelivered_cents + excluded.undelivered_cents;
END;
--> statement-breakpoint
CREATE TRIGGER milestones_totalled_delete AFTER DELETE ON contract_milestones
BEGIN
  INSERT INTO contract_totals (company_id, party, currency, committed_cents, undelivered_cents)
  SELECT client_company_id, 'client', currency, -OLD.amount_cents, -iif(OLD.status IN ('planned', 'funded', 'changes_requested'), OLD.amount_cents, 0)
  FROM contracts WHERE id = OLD.contract_id AND status = 'active'
  UNION ALL SELECT provider_company_id, 'provider', currency, -OLD.amount_cents, -iif(OLD.status IN ('planned', 'funded', 'changes_requested'), OLD.amount_cents, 0)
  FROM contracts WHERE id = OLD.contract_id AND status = 'active'
  ON CONFLICT (company_id, party, currency) DO UPDATE SET committed_cents = committed_cents + excluded.committed_cents,
    undelivered_cents = undelivered_cents + excluded.undelivered_cents;
END;
--> statement-breakpoint
CREATE TRIGGER contracts_totalled_update AFTER UPDATE OF client_company_id, provider_company_id, currency, status ON contracts
WHEN NEW.client_company_id IS NOT OLD.client_company_id OR NEW.provider_company_id IS NOT OLD.provider_company_id
  OR NEW.currency IS NOT OLD.currency OR NEW.status IS NOT OLD.status
BEGIN
  INSERT INTO contract_totals (company_id, party, currency, committed_cents, undelivered_cents)
  SELECT OLD.client_company_id, 'client', OLD.currency, -coalesce(sum(amount_cents), 0), -coalesce(sum(amount_cents) FILTER (WHERE status IN ('planned', 'funded', 'changes_requested')), 0)
  FROM contract_milestones WHERE contract_id = OLD.id AND OLD.status = 'active'
  UNION ALL SELECT OLD.provider_company_id, 'provider', OLD.currency, -coalesce(sum(amount_cents), 0), -coalesce(sum(amount_cents) FILTER (WHERE status IN ('planned', 'funded', 'changes_requested')), 0)
  FROM contract_milestones WHERE contract_id = OLD.id AND OLD.status = 'active'
  ON CONFLICT (company_id, party, currency) DO UPDATE SET committed_cents = committed_cents + excluded.committed_cents,
    undelivered_cents = undelivered_cents + excluded.undelivered_cents;
  INSERT INTO contract_totals (company_id, party, currency, committed_cents, undelivered_cents)
  SELECT NEW.client_company_id, 'client', NEW.currency, coalesce(sum(amount_cents), 0), coalesce(sum(amount_cents) FILTER (WHERE status IN ('planned', 'funded', 'changes_requested')), 0)
  FROM contract_milestones WHERE contract_id = NEW.id AND NEW.status = 'active'
  UNION ALL SELECT NEW.provider_company_id, 'provider', NEW.currency, coalesce(sum(amount_cents), 0), coalesce(sum(amount_cents) FILTER (WHERE status IN ('planned', 'funded', 'changes_requested')), 0)
  FROM contract_milestones WHERE contract_id = NEW.id AND NEW.status = 'active'
  ON CONFLICT (company_id, party, currency) DO UPDATE SET committed_cents = committed_cents + excluded.committed_cents,
    undelivered_cents = undelivered_cents + excluded.undelivered_cents;
END;
--> statement-breakpoint
-- The entries of a posting are written before it, and neither changes afterwards.
CREATE TRIGGER ledger_postings_totalled AFTER INSERT ON ledger_postings
WHEN NEW.contract_id IS NOT NULL
BEGIN
  INSERT INTO escrow_totals (company_id, party, currency, held_cents, released_cents)
  SELECT c.client_company_id, 'client', NEW.currency, -sum(iif(a.kind IN ('escrow_held', 'retention_held'), e.amount_cents, 0)), -sum(iif(a.kind IN ('provider_payable', 'platform_fee') AND NEW.kind IN ('release', 'retention_release', 'resolution', 'retention_resolution'), e.amount_cents, 0))
  FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id JOIN contracts c ON c.id = NEW.contract_id WHERE e.posting_id = NEW.id GROUP BY 1
  UNION ALL SELECT c.provider_company_id, 'provider', NEW.currency, -sum(iif(a.kind IN ('escrow_held', 'retention_held'), e.amount_cents, 0)), -sum(iif(a.kind IN ('provider_payable', 'platform_fee') AND NEW.kind IN ('release', 'retention_release', 'resolution', 'retention_resolution'), e.amount_cents, 0))
  FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id JOIN contracts c ON c.id = NEW.contract_id WHERE e.posting_id = NEW.id GROUP BY 1
  ON CONFLICT (company_id, party, currency) DO UPDATE SET held_cents = held_cents + excluded.held_cents,
    released_cents = released_cents + excluded.released_cents;
END;
