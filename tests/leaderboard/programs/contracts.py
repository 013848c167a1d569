"""A small contract, made up for these tests, with one mistake of most kinds."""

from __future__ import annotations

from typing import Final

SUPPLY: Final = """SUPPLY AGREEMENT

This Supply Agreement (this "Agreement") is made on 4 May 2026 (the "Effective Date") between \
Oakmere Mills Limited, a company registered in England (the "Supplier"), and Tarn Valley Foods, \
Inc., a Delaware corporation (the "Buyer") (each, a "Party" and together, the "Parties").

RECITALS

WHEREAS, the Supplier mills flour of several grades (the "Goods"); and

WHEREAS, the Buyer wishes to buy the Goods for its bakery in Leeds.

NOW, THEREFORE, the Parties agree as follows:

1. DEFINITIONS

1.1 Defined terms. In this Agreement:

"Business Day" means a day on which banks in London are open.

"Delivery Point" means the Buyer's silo at 14 Quay Road, Leeds.

"Price" means the price of the Goods stated in Schedule 1.

"Recall Plan" means the plan by which the Goods are withdrawn from sale.

"Claims Officer" has the meaning given in Section 4.2.

2. SUPPLY

2.1 Orders. From the Effective Date the Buyer shall order the Goods by a written notice (an \
"Order"). Each Order names the Delivery Point and a Business Day for delivery.

2.2 Delivery. The Supplier shall deliver the Goods to the Delivery Point within ten (10) days \
after it has received the Order, together with a Milling Certificate.

(a) Each Milling Certificate states the grade of the flour.

(b) Title passes when the Goods reach the delivery point.

3. PAYMENT

3.1 Invoices. The Supplier shall invoice the Price when it delivers the Goods. The Buyer shall pay \
each invoice within thirty (30) days after receipt.

3.2 Interest. Overdue sums bear interest at 4% a year. No interest runs on an Order that was given \
in Order to replace spoiled Goods.

4. LIABILITY

4.1 Insurance. The Supplier shall maintain product liability insurance.

4.2 Claims. The Buyer names one person who deals with claims (the "Claims Officer"). The Claims \
Officer may see the policy of insurance that the Buyer is required to maintain under Section 4.1.

4.3 Late payment. If the Buyer does not pay an invoice within the sixty (60) days allowed by \
Section 3.1, the Supplier may suspend delivery. The Supplier shall indemnify the Supplier for loss.

4.4 Interest on claims. Claims bear interest like overdue sums of interest under Section 2.1.

5. GENERAL

5.1 Notices. A notice under this Section 5.2 must be in writing.

5.2 Law. This Agreement is governed by the laws of England. The Goods must be sound (the "Price").

IN WITNESS WHEREOF, the Parties have signed this Agreement.

OAKMERE MILLS LIMITED
By: ____________________
Name: Ada Thorn
Title: Managing Director

SCHEDULE 1
PRICES

1. Flour of the first grade: the Price is £310 a tonne.

2. The Buyer's Depot Manager may agree another Price.
"""
