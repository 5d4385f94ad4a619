// Transfers, bills and coins.
extension PayloadSample {
  static let payments: [PayloadSample] = [
    // EPC069-12, as published by the Red Cross of Belgium.
    PayloadSample(
      "BCD\n001\n1\nSCT\nBPOTBEB1\nRed Cross of Belgium\nBE72000000001616\nEUR1\nCHAR\n\nUrgency "
        + "fund\nSample EPC QR code",
      [
        "Bank transfer",
        "To: Red Cross of Belgium",
        "IBAN: BE72 0000 0000 1616",
        "BIC: BPOTBEB1",
        "Amount: 1 EUR",
        "Purpose: CHAR",
        "Text: Urgency fund",
        "Note: Sample EPC QR code",
      ]),
    // Wikipedia, EPC QR code.
    PayloadSample(
      "BCD\n002\n1\nSCT\n\nFrançois D'Alsace S.A.\nFR1420041010050500013M02606\nEUR12.3\n\n\nClie"
        + "nt:Marie Louise La Lune",
      [
        "Bank transfer",
        "To: François D'Alsace S.A.",
        "IBAN: FR14 2004 1010 0505 0001 3M02 606",
        "Amount: 12.3 EUR",
        "Text: Client:Marie Louise La Lune",
      ]),
    PayloadSample(
      "BCD\n002\n1\nSCT\n\nWrong\nDE89370400440532013001\nEUR0\n\nRF18539007547035\n",
      [
        "Bank transfer",
        "To: Wrong",
        "IBAN: DE89 3704 0044 0532 0130 01",
        "Amount: 0 EUR",
        "Reference: RF18539007547035",
        "! The account number's check digits are wrong.",
        "! The amount is none: EUR and 0.01 to 999999999.99.",
        "! The reference's check digits are wrong.",
      ]),
    // Swiss Implementation Guidelines QR-bill, example 1.
    PayloadSample(
      "SPC\n0200\n1\nCH4431999123000889012\nS\nRobert Schneider AG\nRue du Lac\n1268\n2501\nBiel"
        + "\nCH\n\n\n\n\n\n\n\n1949.75\nCHF\nS\nPia-Maria Rutschmann-Schnyder\nGrosse Marktgasse\n28\n9400"
        + "\nRorschach\nCH\nQRR\n210000000003139471430009017\nInstruction of 15.09.2019\nEPD\n//S1"
        + "/10/10201409/11/190512",
      [
        "Swiss QR-bill",
        "To: Robert Schneider AG",
        "IBAN: CH44 3199 9123 0008 8901 2",
        "Amount: 1949.75 CHF",
        "Reference: 21 00000 00003 13947 14300 09017",
        "Text: Instruction of 15.09.2019",
        "Payer: Pia-Maria Rutschmann-Schnyder",
      ]),
    // Example 3.
    PayloadSample(
      "SPC\n0200\n1\nCH5800791123000889012\nS\nMax Muster\nMusterstrasse\n1\n8000\nSeldwyla\nCH\n\n"
        + "\n\n\n\n\n\n199.95\nCHF\nS\nSarah Beispiel\nMustergasse\n1\n3600\nThun\nCH\nSCOR\nRF185390075470"
        + "34\n\nEPD",
      [
        "Swiss QR-bill",
        "To: Max Muster",
        "IBAN: CH58 0079 1123 0008 8901 2",
        "Amount: 199.95 CHF",
        "Reference: RF18 5390 0754 7034",
        "Payer: Sarah Beispiel",
      ]),
    PayloadSample(
      "SPC\n0200\n1\nCH5800791123000889012\nS\nA\nB\n1\n8000\nC\nCH\n\n\n\n\n\n\n\n\nUSD\n\n\n\n\n\n\n\nQRR\n210000"
        + "000003139471430009018\n\n",
      [
        "Swiss QR-bill",
        "To: A",
        "IBAN: CH58 0079 1123 0008 8901 2",
        "Amount: not given",
        "Currency: USD",
        "Reference: 21 00000 00003 13947 14300 09018",
        "! The currency is neither CHF nor EUR.",
        "! The bill is cut off: its end mark is missing.",
        "! The reference's check digit is wrong.",
        "! The kind of account and the kind of reference do not go together.",
      ]),
    // BIP 21; the checksum of its example's address is wrong.
    PayloadSample(
      "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=20.3&label=Luke-Jr",
      [
        "Payment",
        "Currency: Bitcoin",
        "Address: 175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W",
        "Amount: 20.3",
        "For: Luke-Jr",
        "! What is paid cannot be called back.",
        "! The address is damaged: its checksum is wrong.",
      ]),
    // BIP 173.
    PayloadSample(
      "bitcoin:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
      [
        "Payment",
        "Currency: Bitcoin",
        "Address: BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
        "! What is paid cannot be called back.",
      ]),
    PayloadSample(
      "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5?req-somethingyoudontunderstand=50",
      [
        "Payment",
        "Currency: Bitcoin",
        "Address: bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
        "! What is paid cannot be called back.",
        "! The address is damaged: its checksum is wrong.",
        "! The payment asks for “req-somethingyoudontunderstand”, which is not known.",
      ]),
    // EIP-681, whose example breaks EIP-55.
    PayloadSample(
      "ethereum:0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359@1?value=2014000000000000000",
      [
        "Payment",
        "Currency: Ethereum",
        "Address: 0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359",
        "Amount: 2.014 ETH",
        "Chain: 1",
        "! What is paid cannot be called back.",
        "! The address is damaged: its checksum is wrong.",
      ]),
    // BOLT 11.
    PayloadSample(
      "lightning:lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqy"
        + "pqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se9"
        + "03vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp",
      [
        "Payment",
        "Currency: Lightning",
        "Address: lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqyp"
          + "qdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se90"
          + "3vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp",
        "Amount: 250000 satoshi",
        "! What is paid cannot be called back.",
      ]),
  ]
}
