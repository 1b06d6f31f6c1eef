CREATE TABLE `bid_deadlines` (
	`bid_id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `bid_deadlines_company` ON `bid_deadlines` (`company_id`,`at`,`bid_id`);--> statement-breakpoint
CREATE TABLE `company_counts` (
	`company_id` text NOT NULL,
	`subject` text NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`company_id`, `subject`, `status`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `company_revenue` (
	`company_id` text NOT NULL,
	`currency` text NOT NULL,
	`invoices` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`company_id`, `currency`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `milestone_deadlines` (
	`milestone_id` text NOT NULL,
	`company_id` text NOT NULL,
	`due_date` text NOT NULL,
	PRIMARY KEY(`milestone_id`, `company_id`),
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `milestone_deadlines_company` ON `milestone_deadlines` (`company_id`,`due_date`,`milestone_id`);--> statement-breakpoint
CREATE TABLE `open_invoice_totals` (
	`company_id` text NOT NULL,
	`direction` text NOT NULL,
	`currency` text NOT NULL,
	`due_date` text NOT NULL,
	`invoices` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`company_id`, `direction`, `currency`, `due_date`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `released_milestones` (
	`milestone_id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `released_milestones_company` ON `released_milestones` (`company_id`,`closed_at`,`milestone_id`);--> statement-breakpoint
CREATE INDEX `contracts_project` ON `contracts` (`project_id`,`status`);--> statement-breakpoint
CREATE INDEX `contracts_client_status` ON `contracts` (`client_company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `contracts_provider_status` ON `contracts` (`provider_company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `contracts_client_escrow` ON `contracts` (`client_company_id`,`id`) WHERE "contracts"."payment_method" = 'secure_escrow';--> statement-breakpoint
CREATE INDEX `contracts_provider_escrow` ON `contracts` (`provider_company_id`,`id`) WHERE "contracts"."payment_method" = 'secure_escrow' and "contracts"."status" <> 'draft';--> statement-breakpoint
CREATE INDEX `contracts_escrow` ON `contracts` (`id`) WHERE "contracts"."payment_method" = 'secure_escrow' and "contracts"."activated_at" is not null;--> statement-breakpoint
INSERT INTO company_counts (company_id, subject, status, count)
SELECT company_id, 'project', status, count(*) FROM projects GROUP BY company_id, status
UNION ALL SELECT company_id, 'bid', status, count(*) FROM bids GROUP BY company_id, status
UNION ALL SELECT client_company_id, 'contract_as_client', status, count(*) FROM contracts GROUP BY client_company_id, status
UNION ALL SELECT provider_company_id, 'contract_as_provider', status, count(*) FROM contracts GROUP BY provider_company_id, status
UNION ALL SELECT p.company_id, 'received_bid', b.status, count(*) FROM projects p JOIN bids b ON b.project_id = p.id
WHERE p.status = 'evaluating' AND p.bids_opened_at IS NOT NULL AND b.status IN ('opened', 'shortlisted') GROUP BY p.company_id, b.status;
--> statement-breakpoint
INSERT INTO company_revenue (company_id, currency, invoices, cents)
SELECT company_id, currency, count(*), sum(min(paid_cents, gross_cents - credited_cents)) FROM invoices
WHERE kind = 'invoice' AND paid_cents > 0 GROUP BY company_id, currency;
--> statement-breakpoint
INSERT INTO open_invoice_totals (company_id, direction, currency, due_date, invoices, cents)
SELECT i.company_id, 'issued', i.currency, i.due_date, count(*), sum(i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents)
FROM invoices i WHERE i.kind = 'invoice' AND i.status IN ('issued', 'sent', 'partly_paid') AND i.due_date IS NOT NULL
    AND i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents > 0 GROUP BY i.company_id, i.currency, i.due_date
UNION ALL SELECT i.buyer_company_id, 'received', i.currency, i.due_date, count(*), sum(i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents)
FROM invoices i WHERE i.buyer_company_id IS NOT NULL AND i.kind = 'invoice' AND i.status IN ('issued', 'sent', 'partly_paid') AND i.due_date IS NOT NULL
    AND i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents > 0 GROUP BY i.buyer_company_id, i.currency, i.due_date;
--> statement-breakpoint
INSERT INTO bid_deadlines (bid_id, company_id, at)
SELECT b.id, b.company_id, p.bid_deadline FROM bids b JOIN projects p ON p.id = b.project_id
WHERE b.status IN ('draft', 'submitted') AND p.status = 'open';
--> statement-breakpoint
INSERT INTO milestone_deadlines (milestone_id, company_id, due_date)
SELECT m.id, c.client_company_id, m.due_date FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id
WHERE c.status = 'active' AND m.due_date IS NOT NULL AND m.status IN ('planned', 'funded', 'changes_requested')
UNION SELECT m.id, c.provider_company_id, m.due_date FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id
WHERE c.status = 'active' AND m.due_date IS NOT NULL AND m.status IN ('planned', 'funded', 'changes_requested');
--> statement-breakpoint
INSERT INTO released_milestones (milestone_id, company_id, closed_at)
SELECT m.id, c.provider_company_id, m.closed_at FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id
WHERE m.status IN ('released', 'resolved');
--> statement-breakpoint
-- How many projects, bids and contracts a company has in each state.
CREATE TRIGGER projects_counted_insert AFTER INSERT ON projects
BEGIN
  INSERT INTO company_counts (company_id, subject, status, count) VALUES (NEW.company_id, 'project', NEW.status, 1)
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER projects_counted_update AFTER UPDATE OF company_id, status ON projects
WHEN NEW.company_id IS NOT OLD.company_id OR NEW.status IS NOT OLD.status
BEGIN
  UPDATE company_counts SET count = count - 1
  WHERE company_id = OLD.company_id AND subject = 'project' AND status = OLD.status;
  INSERT INTO company_counts (company_id, subject, status, count) VALUES (NEW.company_id, 'project', NEW.status, 1)
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER projects_counted_delete AFTER DELETE ON projects
BEGIN
  UPDATE company_counts SET count = count - 1
  WHERE company_id = OLD.company_id AND subject = 'project' AND status = OLD.status;
END;
--> statement-breakpoint
CREATE TRIGGER bids_counted_insert AFTER INSERT ON bids
BEGIN
  INSERT INTO company_counts (company_id, subject, status, count) VALUES (NEW.company_id, 'bid', NEW.status, 1)
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER bids_counted_update AFTER UPDATE OF company_id, status ON bids
WHEN NEW.company_id IS NOT OLD.company_id OR NEW.status IS NOT OLD.status
BEGIN
  UPDATE company_counts SET count = count - 1
  WHERE company_id = OLD.company_id AND subject = 'bid' AND status = OLD.status;
  INSERT INTO company_counts (company_id, subject, status, count) VALUES (NEW.company_id, 'bid', NEW.status, 1)
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER bids_counted_delete AFTER DELETE ON bids
BEGIN
  UPDATE company_counts SET count = count - 1
  WHERE company_id = OLD.company_id AND subject = 'bid' AND status = OLD.status;
END;
--> statement-breakpoint
CREATE TRIGGER contracts_counted_client_insert AFTER INSERT ON contracts
BEGIN
  INSERT INTO company_counts (company_id, subject, status, count) VALUES (NEW.client_company_id, 'contract_as_client', NEW.status, 1)
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER contracts_counted_client_update AFTER UPDATE OF client_company_id, status ON contracts
WHEN NEW.client_company_id IS NOT OLD.client_company_id OR NEW.status IS NOT OLD.status
BEGIN
  UPDATE company_counts SET count = count - 1
  WHERE company_id = OLD.client_company_id AND subject = 'contract_as_client' AND status = OLD.status;
  INSERT INTO company_counts (company_id, subject, status, count) VALUES (NEW.client_company_id, 'contract_as_client', NEW.status, 1)
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER contracts_counted_client_delete AFTER DELETE ON contracts
BEGIN
  UPDATE company_counts SET count = count - 1
  WHERE company_id = OLD.client_company_id AND subject = 'contract_as_client' AND status = OLD.status;
END;
--> statement-breakpoint
CREATE TRIGGER contracts_counted_provider_insert AFTER INSERT ON contracts
BEGIN
  INSERT INTO company_counts (company_id, subject, status, count) VALUES (NEW.provider_company_id, 'contract_as_provider', NEW.status, 1)
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER contracts_counted_provider_update AFTER UPDATE OF provider_company_id, status ON contracts
WHEN NEW.provider_company_id IS NOT OLD.provider_company_id OR NEW.status IS NOT OLD.status
BEGIN
  UPDATE company_counts SET count = count - 1
  WHERE company_id = OLD.provider_company_id AND subject = 'contract_as_provider' AND status = OLD.status;
  INSERT INTO company_counts (company_id, subject, status, count) VALUES (NEW.provider_company_id, 'contract_as_provider', NEW.status, 1)
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER contracts_counted_provider_delete AFTER DELETE ON contracts
BEGIN
  UPDATE company_counts SET count = count - 1
  WHERE company_id = OLD.provider_company_id AND subject = 'contract_as_provider' AND status = OLD.status;
END;
--> statement-breakpoint
-- The opened bids that await the decision of the project's company.
CREATE TRIGGER bids_received_insert AFTER INSERT ON bids WHEN NEW.status IN ('opened', 'shortlisted')
BEGIN
  INSERT INTO company_counts (company_id, subject, status, count)
  SELECT p.company_id, 'received_bid', NEW.status, 1 FROM projects p
  WHERE p.id = NEW.project_id AND p.status = 'evaluating' AND p.bids_opened_at IS NOT NULL AND NEW.status IN ('opened', 'shortlisted')
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER bids_received_update AFTER UPDATE OF status, project_id ON bids
WHEN (NEW.status IS NOT OLD.status OR NEW.project_id IS NOT OLD.project_id) AND (NEW.status IN ('opened', 'shortlisted') OR OLD.status IN ('opened', 'shortlisted'))
BEGIN
  INSERT INTO company_counts (company_id, subject, status, count)
  SELECT p.company_id, 'received_bid', OLD.status, -1 FROM projects p
  WHERE p.id = OLD.project_id AND p.status = 'evaluating' AND p.bids_opened_at IS NOT NULL AND OLD.status IN ('opened', 'shortlisted')
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + excluded.count;
  INSERT INTO company_counts (company_id, subject, status, count)
  SELECT p.company_id, 'received_bid', NEW.status, 1 FROM projects p
  WHERE p.id = NEW.project_id AND p.status = 'evaluating' AND p.bids_opened_at IS NOT NULL AND NEW.status IN ('opened', 'shortlisted')
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER bids_received_delete AFTER DELETE ON bids WHEN OLD.status IN ('opened', 'shortlisted')
BEGIN
  INSERT INTO company_counts (company_id, subject, status, count)
  SELECT p.company_id, 'received_bid', OLD.status, -1 FROM projects p
  WHERE p.id = OLD.project_id AND p.status = 'evaluating' AND p.bids_opened_at IS NOT NULL AND OLD.status IN ('opened', 'shortlisted')
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER projects_received_update AFTER UPDATE OF company_id, status, bids_opened_at ON projects
WHEN 'evaluating' IN (OLD.status, NEW.status)
  AND (NEW.status IS NOT OLD.status OR NEW.company_id IS NOT OLD.company_id
    OR (NEW.bids_opened_at IS NULL) <> (OLD.bids_opened_at IS NULL))
BEGIN
  INSERT INTO company_counts (company_id, subject, status, count)
  SELECT OLD.company_id, 'received_bid', b.status, -count(*) FROM bids b
  WHERE b.project_id = OLD.id AND b.status IN ('opened', 'shortlisted') AND OLD.status = 'evaluating' AND OLD.bids_opened_at IS NOT NULL
  GROUP BY b.status
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + excluded.count;
  INSERT INTO company_counts (company_id, subject, status, count)
  SELECT NEW.company_id, 'received_bid', b.status, count(*) FROM bids b
  WHERE b.project_id = NEW.id AND b.status IN ('opened', 'shortlisted') AND NEW.status = 'evaluating' AND NEW.bids_opened_at IS NOT NULL
  GROUP BY b.status
  ON CONFLICT (company_id, subject, status) DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
-- What a company was paid, less credits.
CREATE TRIGGER invoices_revenue_insert AFTER INSERT ON invoices WHEN NEW.kind = 'invoice' AND NEW.paid_cents > 0
BEGIN
  INSERT INTO company_revenue (company_id, currency, invoices, cents)
  SELECT NEW.company_id, NEW.currency, 1, min(NEW.paid_cents, NEW.gross_cents - NEW.credited_cents)
  WHERE NEW.kind = 'invoice' AND NEW.paid_cents > 0
  ON CONFLICT (company_id, currency)
  DO UPDATE SET invoices = invoices + excluded.invoices, cents = cents + excluded.cents;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_revenue_update AFTER UPDATE OF company_id, currency, kind, gross_cents, paid_cents, credited_cents ON invoices
WHEN NEW.company_id IS NOT OLD.company_id
  OR NEW.currency IS NOT OLD.currency
  OR NEW.kind IS NOT OLD.kind
  OR NEW.gross_cents IS NOT OLD.gross_cents
  OR NEW.paid_cents IS NOT OLD.paid_cents
  OR NEW.credited_cents IS NOT OLD.credited_cents
BEGIN
  INSERT INTO company_revenue (company_id, currency, invoices, cents)
  SELECT OLD.company_id, OLD.currency, -1, -min(OLD.paid_cents, OLD.gross_cents - OLD.credited_cents)
  WHERE OLD.kind = 'invoice' AND OLD.paid_cents > 0
  ON CONFLICT (company_id, currency)
  DO UPDATE SET invoices = invoices + excluded.invoices, cents = cents + excluded.cents;
  INSERT INTO company_revenue (company_id, currency, invoices, cents)
  SELECT NEW.company_id, NEW.currency, 1, min(NEW.paid_cents, NEW.gross_cents - NEW.credited_cents)
  WHERE NEW.kind = 'invoice' AND NEW.paid_cents > 0
  ON CONFLICT (company_id, currency)
  DO UPDATE SET invoices = invoices + excluded.invoices, cents = cents + excluded.cents;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_revenue_delete AFTER DELETE ON invoices WHEN OLD.kind = 'invoice' AND OLD.paid_cents > 0
BEGIN
  INSERT INTO company_revenue (company_id, currency, invoices, cents)
  SELECT OLD.company_id, OLD.currency, -1, -min(OLD.paid_cents, OLD.gross_cents - OLD.credited_cents)
  WHERE OLD.kind = 'invoice' AND OLD.paid_cents > 0
  ON CONFLICT (company_id, currency)
  DO UPDATE SET invoices = invoices + excluded.invoices, cents = cents + excluded.cents;
END;
--> statement-breakpoint
-- What is open on the invoices of a company, by the day when it is due.
CREATE TRIGGER invoices_open_insert AFTER INSERT ON invoices WHEN NEW.status IN ('issued', 'sent', 'partly_paid')
BEGIN
  INSERT INTO open_invoice_totals (company_id, direction, currency, due_date, invoices, cents)
  SELECT NEW.company_id, 'issued', NEW.currency, NEW.due_date, 1,
    (NEW.gross_cents - NEW.paid_cents - NEW.credited_cents - NEW.retained_cents)
  WHERE NEW.kind = 'invoice' AND NEW.status IN ('issued', 'sent', 'partly_paid') AND NEW.due_date IS NOT NULL
    AND NEW.gross_cents - NEW.paid_cents - NEW.credited_cents - NEW.retained_cents > 0
  ON CONFLICT (company_id, direction, currency, due_date)
  DO UPDATE SET invoices = invoices + excluded.invoices, cents = cents + excluded.cents;
  INSERT INTO open_invoice_totals (company_id, direction, currency, due_date, invoices, cents)
  SELECT NEW.buyer_company_id, 'received', NEW.currency, NEW.due_date, 1,
    (NEW.gross_cents - NEW.paid_cents - NEW.credited_cents - NEW.retained_cents)
  WHERE NEW.buyer_company_id IS NOT NULL AND NEW.kind = 'invoice' AND NEW.status IN ('issued', 'sent', 'partly_paid') AND NEW.due_date IS NOT NULL
    AND NEW.gross_cents - NEW.paid_cents - NEW.credited_cents - NEW.retained_cents > 0
  ON CONFLICT (company_id, direction, currency, due_date)
  DO UPDATE SET invoices = invoices + excluded.invoices, cents = cents + excluded.cents;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_open_update AFTER UPDATE OF company_id, buyer_company_id, kind, status, currency, due_date, gross_cents, paid_cents, credited_cents, retained_cents ON invoices
WHEN NEW.company_id IS NOT OLD.company_id
  OR NEW.buyer_company_id IS NOT OLD.buyer_company_id
  OR NEW.kind IS NOT OLD.kind
  OR NEW.status IS NOT OLD.status
  OR NEW.currency IS NOT OLD.currency
  OR NEW.due_date IS NOT OLD.due_date
  OR NEW.gross_cents IS NOT OLD.gross_cents
  OR NEW.paid_cents IS NOT OLD.paid_cents
  OR NEW.credited_cents IS NOT OLD.credited_cents
  OR NEW.retained_cents IS NOT OLD.retained_cents
BEGIN
  INSERT INTO open_invoice_totals (company_id, direction, currency, due_date, invoices, cents)
  SELECT OLD.company_id, 'issued', OLD.currency, OLD.due_date, -1,
    -(OLD.gross_cents - OLD.paid_cents - OLD.credited_cents - OLD.retained_cents)
  WHERE OLD.kind = 'invoice' AND OLD.status IN ('issued', 'sent', 'partly_paid') AND OLD.due_date IS NOT NULL
    AND OLD.gross_cents - OLD.paid_cents - OLD.credited_cents - OLD.retained_cents > 0
  ON CONFLICT (company_id, direction, currency, due_date)
  DO UPDATE SET invoices = invoices + excluded.invoices, cents = cents + excluded.cents;
  INSERT INTO open_invoice_totals (company_id, direction, currency, due_date, invoices, cents)
  SELECT OLD.buyer_company_id, 'received', OLD.currency, OLD.due_date, -1,
    -(OLD.gross_cents - OLD.paid_cents - OLD.credited_cents - OLD.retained_cents)
  WHERE OLD.buyer_company_id IS NOT NULL AND OLD.kind = 'invoice' AND OLD.status IN ('issued', 'sent', 'partly_paid') AND OLD.due_date IS NOT NULL
    AND OLD.gross_cents - OLD.paid_cents - OLD.credited_cents - OLD.retained_cents > 0
  ON CONFLICT (company_id, direction, currency, due_date)
  DO UPDATE SET invoices = invoices + excluded.invoices, cents = cents + excluded.cents;
  INSERT INTO open_invoice_totals (company_id, direction, currency, due_date, invoices, cents)
  SELECT NEW.company_id, 'issued', NEW.currency, NEW.due_date, 1,
    (NEW.gross_cents - NEW.paid_cents - NEW.credited_cents - NEW.retained_cents)
  WHERE NEW.kind = 'invoice' AND NEW.status IN ('issued', 'sent', 'partly_paid') AND NEW.due_date IS NOT NULL
    AND NEW.gross_cents - NEW.paid_cents - NEW.credited_cents - NEW.retained_cents > 0
  ON CONFLICT (company_id, direction, currency, due_date)
  DO UPDATE SET invoices = invoices + excluded.invoices, cents = cents + excluded.cents;
  INSERT INTO open_invoice_totals (company_id, direction, currency, due_date, invoices, cents)
  SELECT NEW.buyer_company_id, 'received', NEW.currency, NEW.due_date, 1,
    (NEW.gross_cents - NEW.paid_cents - NEW.credited_cents - NEW.retained_cents)
  WHERE NEW.buyer_company_id IS NOT NULL AND NEW.kind = 'invoice' AND NEW.status IN ('issued', 'sent', 'partly_paid') AND NEW.due_date IS NOT NULL
    AND NEW.gross_cents - NEW.paid_cents - NEW.credited_cents - NEW.retained_cents > 0
  ON CONFLICT (company_id, direction, currency, due_date)
  DO UPDATE SET invoices = invoices + excluded.invoices, cents = cents + excluded.cents;
  DELETE FROM open_invoice_totals
  WHERE company_id IN (OLD.company_id, OLD.buyer_company_id) AND direction IN ('issued', 'received')
    AND currency = OLD.currency AND due_date = OLD.due_date AND invoices = 0;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_open_delete AFTER DELETE ON invoices WHEN OLD.status IN ('issued', 'sent', 'partly_paid')
BEGIN
  INSERT INTO open_invoice_totals (company_id, direction, currency, due_date, invoices, cents)
  SELECT OLD.company_id, 'issued', OLD.currency, OLD.due_date, -1,
    -(OLD.gross_cents - OLD.paid_cents - OLD.credited_cents - OLD.retained_cents)
  WHERE OLD.kind = 'invoice' AND OLD.status IN ('issued', 'sent', 'partly_paid') AND OLD.due_date IS NOT NULL
    AND OLD.gross_cents - OLD.paid_cents - OLD.credited_cents - OLD.retained_cents > 0
  ON CONFLICT (company_id, direction, currency, due_date)
  DO UPDATE SET invoices = invoices + excluded.invoices, cents = cents + excluded.cents;
  INSERT INTO open_invoice_totals (company_id, direction, currency, due_date, invoices, cents)
  SELECT OLD.buyer_company_id, 'received', OLD.currency, OLD.due_date, -1,
    -(OLD.gross_cents - OLD.paid_cents - OLD.credited_cents - OLD.retained_cents)
  WHERE OLD.buyer_company_id IS NOT NULL AND OLD.kind = 'invoice' AND OLD.status IN ('issued', 'sent', 'partly_paid') AND OLD.due_date IS NOT NULL
    AND OLD.gross_cents - OLD.paid_cents - OLD.credited_cents - OLD.retained_cents > 0
  ON CONFLICT (company_id, direction, currency, due_date)
  DO UPDATE SET invoices = invoices + excluded.invoices, cents = cents + excluded.cents;
  DELETE FROM open_invoice_totals
  WHERE company_id IN (OLD.company_id, OLD.buyer_company_id) AND direction IN ('issued', 'received')
    AND currency = OLD.currency AND due_date = OLD.due_date AND invoices = 0;
END;
--> statement-breakpoint
-- Drafts and sealed bids by the deadline of their project, while it is open.
CREATE TRIGGER bids_deadline_insert AFTER INSERT ON bids
BEGIN
  INSERT INTO bid_deadlines (bid_id, company_id, at)
  SELECT NEW.id, NEW.company_id, p.bid_deadline FROM projects p
  WHERE p.id = NEW.project_id AND p.status = 'open' AND NEW.status IN ('draft', 'submitted');
END;
--> statement-breakpoint
CREATE TRIGGER bids_deadline_update AFTER UPDATE OF status, company_id, project_id ON bids
BEGIN
  DELETE FROM bid_deadlines WHERE bid_id = OLD.id;
  INSERT INTO bid_deadlines (bid_id, company_id, at)
  SELECT NEW.id, NEW.company_id, p.bid_deadline FROM projects p
  WHERE p.id = NEW.project_id AND p.status = 'open' AND NEW.status IN ('draft', 'submitted');
END;
--> statement-breakpoint
CREATE TRIGGER bids_deadline_delete BEFORE DELETE ON bids
BEGIN
  DELETE FROM bid_deadlines WHERE bid_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER projects_deadline_update AFTER UPDATE OF status, bid_deadline ON projects
WHEN NEW.status IS NOT OLD.status OR NEW.bid_deadline IS NOT OLD.bid_deadline
BEGIN
  DELETE FROM bid_deadlines WHERE bid_id IN (SELECT id FROM bids WHERE project_id = NEW.id);
  INSERT INTO bid_deadlines (bid_id, company_id, at)
  SELECT id, company_id, NEW.bid_deadline FROM bids
  WHERE project_id = NEW.id AND status IN ('draft', 'submitted') AND NEW.status = 'open';
END;
--> statement-breakpoint
-- Undelivered milestones of active contracts by their due date, for both parties.
CREATE TRIGGER milestones_deadline_insert AFTER INSERT ON contract_milestones
BEGIN
  INSERT INTO milestone_deadlines (milestone_id, company_id, due_date)
  SELECT NEW.id, c.client_company_id, NEW.due_date FROM contracts c
  WHERE c.id = NEW.contract_id AND c.status = 'active' AND NEW.due_date IS NOT NULL AND NEW.status IN ('planned', 'funded', 'changes_requested')
  UNION SELECT NEW.id, c.provider_company_id, NEW.due_date FROM contracts c
  WHERE c.id = NEW.contract_id AND c.status = 'active' AND NEW.due_date IS NOT NULL AND NEW.status IN ('planned', 'funded', 'changes_requested');
END;
--> statement-breakpoint
CREATE TRIGGER milestones_deadline_update AFTER UPDATE OF status, due_date, contract_id ON contract_milestones
BEGIN
  DELETE FROM milestone_deadlines WHERE milestone_id = OLD.id;
  INSERT INTO milestone_deadlines (milestone_id, company_id, due_date)
  SELECT NEW.id, c.client_company_id, NEW.due_date FROM contracts c
  WHERE c.id = NEW.contract_id AND c.status = 'active' AND NEW.due_date IS NOT NULL AND NEW.status IN ('planned', 'funded', 'changes_requested')
  UNION SELECT NEW.id, c.provider_company_id, NEW.due_date FROM contracts c
  WHERE c.id = NEW.contract_id AND c.status = 'active' AND NEW.due_date IS NOT NULL AND NEW.status IN ('planned', 'funded', 'changes_requested');
END;
--> statement-breakpoint
CREATE TRIGGER milestones_deadline_delete BEFORE DELETE ON contract_milestones
BEGIN
  DELETE FROM milestone_deadlines WHERE milestone_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER contracts_deadline_update AFTER UPDATE OF status, client_company_id, provider_company_id ON contracts
WHEN 'active' IN (OLD.status, NEW.status)
BEGIN
  DELETE FROM milestone_deadlines WHERE milestone_id IN (SELECT id FROM contract_milestones WHERE contract_id = NEW.id);
  INSERT INTO milestone_deadlines (milestone_id, company_id, due_date)
  SELECT id, NEW.client_company_id, due_date FROM contract_milestones
  WHERE contract_id = NEW.id AND NEW.status = 'active' AND due_date IS NOT NULL AND status IN ('planned', 'funded', 'changes_requested')
  UNION SELECT id, NEW.provider_company_id, due_date FROM contract_milestones
  WHERE contract_id = NEW.id AND NEW.status = 'active' AND due_date IS NOT NULL AND status IN ('planned', 'funded', 'changes_requested');
END;
--> statement-breakpoint
-- Released and resolved milestones, by the provider that invoices them.
CREATE TRIGGER milestones_released_insert AFTER INSERT ON contract_milestones
BEGIN
  INSERT INTO released_milestones (milestone_id, company_id, closed_at)
  SELECT NEW.id, c.provider_company_id, NEW.closed_at FROM contracts c
  WHERE c.id = NEW.contract_id AND NEW.status IN ('released', 'resolved');
END;
--> statement-breakpoint
CREATE TRIGGER milestones_released_update AFTER UPDATE OF status, closed_at, contract_id ON contract_milestones
BEGIN
  DELETE FROM released_milestones WHERE milestone_id = OLD.id;
  INSERT INTO released_milestones (milestone_id, company_id, closed_at)
  SELECT NEW.id, c.provider_company_id, NEW.closed_at FROM contracts c
  WHERE c.id = NEW.contract_id AND NEW.status IN ('released', 'resolved');
END;
--> statement-breakpoint
CREATE TRIGGER milestones_released_delete BEFORE DELETE ON contract_milestones
BEGIN
  DELETE FROM released_milestones WHERE milestone_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER contracts_released_update AFTER UPDATE OF provider_company_id ON contracts
BEGIN
  UPDATE released_milestones SET company_id = NEW.provider_company_id
  WHERE milestone_id IN (SELECT id FROM contract_milestones WHERE contract_id = NEW.id);
END;
