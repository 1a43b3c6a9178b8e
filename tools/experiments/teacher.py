#!/usr/bin/env python3
"""A transformer that teaches the network: it learns from training records and labels other positions.

    quietus-lab convert games.qgames games.bin --to bulletformat --shuffle 1 --drop-check --drop-noisy \\
        --min-ply 10 --min-pieces 4 --max-score 10000
    quietus-lab convert games.qgames near.bin --to bulletformat --shuffle 1 --drop-check --drop-noisy \\
        --min-ply 10 --min-pieces 4 --neighbors 8
    tools/experiments/teacher.py train teacher.pt games.bin --seconds 420
    tools/experiments/teacher.py label teacher.pt near.bin --out labeled.bin --seconds 150
    quietus-lab train lab/configs/default.toml --data games.qgames labeled.bin

The teacher sees each piece as a token of its kind and square, relative to the side to move and
mirrored so that the own king is on the files a to d. Attention has a learned bias for each pair of
kinds and each distance between their squares. Positions are batched by the number of pieces, so
that little is computed for padding. The learning rate follows the clock: `train` ends in time, and
continues a schedule of --total seconds that an earlier call has begun.

Needs PyTorch; without a GPU it is good for tests only.
"""

import argparse
import math
import pathlib
import time

import numpy
import torch
from torch import nn
from torch.nn import functional

RECORD = 32
SCALE = 400.0
KINDS = 12
# Tokens of a batch: positions are padded to the next of these.
LENGTHS = (8, 16, 24, 32)
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
COMPUTE = torch.bfloat16 if DEVICE == "cuda" else torch.float32
# Groups of games held out for validation: one in this many.
HELD_OUT = 100


def read(path):
    """The records of a file, mapped."""
    return numpy.memmap(path, numpy.uint8, "r").reshape(-1, RECORD)


def piece_counts(records):
    """How many pieces each record has."""
    ones = torch.tensor([bin(byte).count("1") for byte in range(256)], device=records.device)
    return ones[records[:, :8].long()].sum(1)


def decode(records, length):
    """Kinds (own pawn 0 to king 5, then the opponent's), squares, and which of them are padding."""
    occupied = records[:, :8].contiguous().view(torch.int64)
    square = torch.arange(64, device=records.device)
    taken = (occupied >> square & 1).bool()
    squares = torch.where(taken, square, 64).sort(1).values[:, :length]
    packed = records[:, 8:24].long()
    codes = torch.stack((packed & 15, packed >> 4), -1).flatten(1)[:, :length]
    mirror = torch.where(records[:, 27:28] % 8 > 3, 7, 0)
    return (codes & 7) + 6 * (codes >> 3), squares.clamp(max=63) ^ mirror, squares == 64


def targets(records, wdl):
    """Expected scores: of the label, blended with the result where it is known."""
    score = records[:, 24:26].contiguous().view(torch.int16)[:, 0].float()
    wdl = torch.where(records[:, 29] & 1 == 0, wdl, 0.0)
    return torch.lerp(torch.sigmoid(score / SCALE), records[:, 26] / 2, wdl)


class Block(nn.Module):
    """Attention and a feed-forward layer, normalized before each."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        # Each block starts as the identity.
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.down.weight)

    def forward(self, x, bias):
        size, length, width = x.shape
        qkv = self.qkv(self.norm1(x)).view(size, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        query, key, value = qkv.reshape(3, size * self.heads, length, -1)
        bias = bias.reshape(-1, length, length)
        scale = query.shape[-1] ** -0.5
        weights = torch.baddbmm(bias, query, key.transpose(1, 2), alpha=scale).softmax(-1)
        mixed = torch.bmm(weights, value).view(size, self.heads, length, -1).transpose(1, 2)
        x = x + self.out(mixed.reshape(size, length, width))
        return x + self.down(functional.gelu(self.up(self.norm2(x))))


class Teacher(nn.Module):
    """From records to the logit of the expected score."""

    def __init__(self, width, depth, heads):
        super().__init__()
        self.shape = (depth, heads)
        self.tokens = nn.Embedding(KINDS * 64, width)
        nn.init.normal_(self.tokens.weight, std=0.3)
        self.pairs = nn.Parameter(torch.zeros(KINDS * KINDS * 225, depth * heads))
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, 1))

    def forward(self, records, length):
        kinds, squares, padding = decode(records, length)
        x = self.tokens(kinds * 64 + squares)
        biases = self.pair_biases(kinds, squares, padding)
        for block, bias in zip(self.blocks, biases):
            x = block(x, bias)
        # A sum, so that material adds up as it does in evaluations.
        pooled = (self.norm(x) * ~padding[:, :, None]).sum(1, dtype=torch.float32) / 16
        return self.head(pooled)[:, 0]

    def pair_biases(self, kinds, squares, padding):
        """For each block, the bias of each head from each token to each other."""
        file, rank = squares % 8, squares // 8
        apart = lambda place: place[:, :, None] - place[:, None, :] + 7
        pair = kinds[:, :, None] * KINDS + kinds[:, None, :]
        pair = (pair * 15 + apart(rank)) * 15 + apart(file)
        pair = torch.where(padding[:, None, :], len(self.pairs), pair)
        ignored = self.pairs.new_full((1, self.pairs.shape[1]), -1e4)
        biases = functional.embedding(pair, torch.cat((self.pairs, ignored)))
        return biases.unflatten(-1, self.shape).permute(3, 0, 4, 1, 2).unbind(0)


def build(shape):
    """A teacher that computes in 16 bits, but for its head."""
    teacher = Teacher(*shape).to(DEVICE, COMPUTE)
    teacher.head.float()
    return teacher


@torch.no_grad()
def predict(teacher, records, batch):
    """The logits of many records."""
    logits = torch.empty(len(records), device=records.device)
    counts = piece_counts(records)
    for shortest, longest in zip((0, *LENGTHS), LENGTHS):
        rows = ((shortest < counts) & (counts <= longest)).nonzero()[:, 0]
        for start in range(0, len(rows), batch):
            part = rows[start : start + batch]
            logits[part] = teacher(records[part], longest)
    return logits


def loss_on(teacher, records, wdl, batch):
    """The mean squared error of the expected score."""
    errors = torch.sigmoid(predict(teacher, records, batch)) - targets(records, wdl)
    return errors.square().mean().item()


class Batches:
    """Random batches: of each length the share that it has of all records."""

    def __init__(self, records, batch):
        counts = piece_counts(records)
        self.parts = []
        for shortest, longest in zip((0, *LENGTHS), LENGTHS):
            part = records[(shortest < counts) & (counts <= longest)]
            share = round(batch * len(part) / len(records))
            if share > 0:
                self.parts.append([longest, part, share, torch.empty(0, device=DEVICE)])

    def draw(self):
        for part in self.parts:
            length, records, share, order = part
            if len(order) < share:
                order = torch.randperm(len(records), device=DEVICE)
            part[3] = order[share:]
            yield records[order[:share]], length


def load_training(paths):
    """Training and validation records on the device; whole games are held out."""
    training, held_out = [], []
    for path in paths:
        records = torch.from_numpy(numpy.array(read(path))).to(DEVICE)
        group = records[:, 30:32].contiguous().view(torch.int16)[:, 0]
        is_held_out = group % HELD_OUT == 0
        training.append(records[~is_held_out])
        held_out.append(records[is_held_out])
    return torch.cat(training), torch.cat(held_out)


def optimizer_of(teacher, masters, learning_rate):
    """AdamW over 32-bit copies of the weights; only matrices decay."""
    names = [name for name, _ in teacher.named_parameters()]
    decays = [master.dim() > 1 and name != "pairs" for name, master in zip(names, masters)]
    groups = [
        {"params": [m for m, d in zip(masters, decays) if d], "weight_decay": 0.05},
        {"params": [m for m, d in zip(masters, decays) if not d], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=learning_rate, betas=(0.9, 0.98), fused=DEVICE == "cuda")


def copy_to(teacher, weights):
    torch._foreach_copy_([weight.data for weight in teacher.parameters()], weights)


def train(args):
    began = time.monotonic()
    torch.manual_seed(args.seed)
    training, held_out = load_training(args.data)
    # What passed before this call; the schedule continues there.
    saved = torch.load(args.teacher, DEVICE) if args.teacher.exists() else None
    shape = saved["shape"] if saved else (args.width, args.depth, args.width // 32)
    teacher = build(shape)
    masters = [weight.detach().to(torch.float32, copy=True) for weight in teacher.parameters()]
    averages = [master.clone() for master in masters]
    optimizer = optimizer_of(teacher, masters, args.learning_rate)
    steps, before = 0, 0.0
    if saved:
        torch._foreach_copy_(masters, saved["masters"])
        torch._foreach_copy_(averages, saved["averages"])
        optimizer.load_state_dict(saved["optimizer"])
        steps, before = saved["steps"], saved["seconds"]
        copy_to(teacher, masters)
    weights = sum(master.numel() for master in masters)
    print(f"{len(training)} positions, {len(held_out)} held out, {weights / 1e6:.1f} M weights, {DEVICE}, "
          f"{time.monotonic() - began:.0f} s to load", flush=True)

    batches = Batches(training, args.batch)
    began_steps = reported = time.monotonic()
    # Validation, test and saving take a few seconds.
    ends = began + args.seconds - args.reserve
    total = args.total or ends - began_steps
    reported_steps, loss_sum = steps, torch.zeros((), device=DEVICE)
    elapsed = lambda: before + time.monotonic() - began_steps
    while elapsed() < total and time.monotonic() < ends:
        progress = elapsed() / total
        rate = args.learning_rate * min(1.0, progress / 0.02, 0.5 + 0.5 * math.cos(math.pi * progress))
        for group in optimizer.param_groups:
            group["lr"] = rate
        for records, length in batches.draw():
            errors = torch.sigmoid(teacher(records, length)) - targets(records, args.wdl)
            loss = errors.square().sum() / args.batch
            loss.backward()
            loss_sum += loss.detach()
        for master, weight in zip(masters, teacher.parameters()):
            master.grad, weight.grad = weight.grad.float(), None
        torch.nn.utils.clip_grad_norm_(masters, 1.0)
        optimizer.step()
        copy_to(teacher, masters)
        steps += 1
        torch._foreach_lerp_(averages, masters, 1.0 - min(0.999, steps / (steps + 10)))
        if steps % 16 == 0 and time.monotonic() - reported > args.report:
            loss = loss_sum.item() / (steps - reported_steps)
            seconds = time.monotonic() - reported
            print(f"{elapsed():.0f} s, step {steps}, loss {loss:.6f}, rate {rate:.1e}, "
                  f"{(steps - reported_steps) * args.batch / seconds / 1e3:.0f} k/s, "
                  f"{steps * args.batch / len(training):.2f} epochs", flush=True)
            reported, reported_steps = time.monotonic(), steps
            loss_sum.zero_()
    seconds = elapsed()
    copy_to(teacher, averages)
    if len(held_out) > 0:
        print(f"validation loss {loss_on(teacher, held_out[:300_000], args.wdl, args.batch):.6f}")
    if args.test:
        records = torch.from_numpy(numpy.array(read(args.test))).to(DEVICE)
        print(f"test loss {loss_on(teacher, records, 0.0, args.batch):.6f} on {len(records)} positions")
    state = {"shape": shape, "masters": masters, "averages": averages, "steps": steps,
             "optimizer": optimizer.state_dict(), "seconds": seconds}
    torch.save(state, args.teacher)
    print(f"{steps} steps in {seconds:.0f} of {total:.0f} s, saved after {time.monotonic() - began:.0f} s", flush=True)


def label(args):
    began = time.monotonic()
    saved = torch.load(args.teacher, DEVICE)
    teacher = build(saved["shape"])
    copy_to(teacher, saved["averages"])
    files = [read(path) for path in args.data]
    count = sum(len(file) for file in files)
    parts = -(-count // args.chunk)
    done, reported = 0, began
    with open(args.out, "wb") as out:
        # Of each file a part at a time: whenever time is up, all have the same share.
        for number in range(parts):
            if number * args.seconds < (number + 1) * (time.monotonic() - began) and number > 0:
                break
            rows = numpy.concatenate(
                [file[len(file) * number // parts : len(file) * (number + 1) // parts] for file in files])
            logits = predict(teacher, torch.from_numpy(rows).to(DEVICE), args.batch)
            scores = (logits * SCALE).clamp(-args.max_score, args.max_score).round().short()
            rows[:, 24:26] = scores.cpu().numpy().view(numpy.uint8).reshape(-1, 2)
            # No result: only the score counts.
            rows[:, 26] = 1
            rows[:, 29] |= 1
            out.write(rows.data)
            done += len(rows)
            now = time.monotonic()
            if now - reported > args.report or number + 1 == parts:
                print(f"{now - began:.0f} s, {done} of {count} positions, {done / (now - began) / 1e3:.0f} k/s",
                      flush=True)
                reported = now
    print(f"{done} of {count} positions labeled in {time.monotonic() - began:.0f} s", flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)

    one = commands.add_parser("train", help="train a teacher, or go on with its training")
    one.set_defaults(run=train)
    one.add_argument("teacher", type=pathlib.Path)
    one.add_argument("data", type=pathlib.Path, nargs="+", help="32-byte records")
    one.add_argument("--test", type=pathlib.Path, help="records with deep labels, for the test loss")
    one.add_argument("--seconds", type=float, default=420.0, help="time for this call, loading included")
    one.add_argument("--total", type=float, help="time of the whole schedule, over all calls [--seconds]")
    one.add_argument("--reserve", type=float, default=10.0, help="seconds kept for validation and saving")
    one.add_argument("--width", type=int, default=256, help="a multiple of 32")
    one.add_argument("--depth", type=int, default=8)
    one.add_argument("--batch", type=int, default=8192)
    one.add_argument("--learning-rate", type=float, default=1e-3)
    one.add_argument("--wdl", type=float, default=0.1, help="weight of the result in the target")
    one.add_argument("--seed", type=int, default=1)

    one = commands.add_parser("label", help="write records with the teacher's scores")
    one.set_defaults(run=label)
    one.add_argument("teacher", type=pathlib.Path)
    one.add_argument("data", type=pathlib.Path, nargs="+", help="32-byte records, shuffled")
    one.add_argument("--out", type=pathlib.Path, required=True)
    one.add_argument("--seconds", type=float, default=1e9, help="stop in time, with a part of each file")
    one.add_argument("--batch", type=int, default=32768)
    one.add_argument("--chunk", type=int, default=4_000_000, help="positions between two looks at the clock")
    one.add_argument("--max-score", type=float, default=10_000.0)
    for one in commands.choices.values():
        one.add_argument("--report", type=float, default=15.0, help="seconds between progress lines")
    return parser.parse_args()


if __name__ == "__main__":
    args = arguments()
    args.run(args)
