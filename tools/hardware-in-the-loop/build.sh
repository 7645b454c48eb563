#!/usr/bin/env bash
# Build the guest that `make test-hardware` boots: a small Debian with the drivers a table needs.
#
#   tools/hardware-in-the-loop/build.sh FOLDER
#
# FOLDER receives vmlinuz, initrd and guest.ext4. Needs root (a file system is filled), about five
# minutes, 4 GB of room while it works and 3 GB afterwards. HARDWARE_MIRROR names another Debian
# mirror than the usual one.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
checkout=$(cd "$here/../.." && pwd)
target=$1
work=$target.part
root=$work/root
suite=trixie

say() { echo "[$((SECONDS / 60)):$(printf %02d $((SECONDS % 60)))] $*" >&2; }
die() { echo "$*" >&2; exit 1; }
inside() { chroot "$root" "$@"; }

# What a Raspberry Pi gets from apt, the tools to build a driver and lgpio, and no more.
packages=(
    linux-image-amd64 linux-headers-amd64 initramfs-tools kmod udev systemd
    gcc make libc6-dev swig libcap-dev ca-certificates
    python3-venv python3-dev python3-prctl python3-libcamera libcamera-ipa v4l-utils
)

check_tools() {
    local tool missing=()
    for tool in mmdebstrap mke2fs chroot dpkg python3; do
        command -v "$tool" >/dev/null || missing+=("$tool")
    done
    [ ${#missing[@]} -eq 0 ] || die "Missing here: ${missing[*]}. Try: sudo apt-get install mmdebstrap e2fsprogs"
    [ "$(id -u)" -eq 0 ] || die "Building the guest fills a file system and needs root. Run it once as root; after that the guest is kept."
}

make_root() {
    say "Debian $suite"
    mmdebstrap --quiet --mode=root --variant=minbase --skip=cleanup/apt/lists \
        --aptopt='APT::Install-Recommends "false"' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        --include="$(IFS=,; echo "${packages[*]}")" \
        "$suite" "$root" ${HARDWARE_MIRROR:+"$HARDWARE_MIRROR"}
    # The guest is built behind the same doors as this machine: same name server, same certificates.
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    kernel=$(ls "$root/usr/lib/modules")
}

make_driver() {
    # Debian's kernel has vivid, but no gpio-sim; that builds outside of it.
    say "Driver for kernel $kernel"
    local source=$work/source driver=$root/driver
    inside sh -c 'cd /tmp && apt-get -qq download linux-source-6.12' 2>/dev/null
    mkdir -p "$source" "$driver" "$root/usr/lib/modules/$kernel/extra"
    dpkg --fsys-tarfile "$root"/tmp/linux-source-*.deb | tar -xO --wildcards '*.tar.xz' |
        tar -xJ -C "$source" --strip-components=1 --wildcards \
            '*/drivers/gpio/gpio-sim.c' '*/kernel/irq/irq_sim.c'
    # The kernel keeps its simulated interrupts to itself: take them along, and ask for an
    # interrupt by the one function that modules may call.
    cp "$source/drivers/gpio/gpio-sim.c" "$driver/gpio-sim-main.c"
    sed 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' \
        "$source/kernel/irq/irq_sim.c" >"$driver/irq_sim.c"
    printf 'obj-m += gpio-sim.o\ngpio-sim-y := gpio-sim-main.o irq_sim.o\n' >"$driver/Makefile"
    inside make -s -C "/usr/lib/modules/$kernel/build" M=/driver modules
    cp "$driver/gpio-sim.ko" "$root/usr/lib/modules/$kernel/extra/"
    inside depmod "$kernel"
}

make_initrd() {
    say "Start-up files"
    sed -i 's/^MODULES=.*/MODULES=list/' "$root/etc/initramfs-tools/initramfs.conf"
    printf '%s\n' virtio_blk ext4 9p 9pnet_virtio >"$root/etc/initramfs-tools/modules"
    inside update-initramfs -u -k "$kernel" >/dev/null
}

install_python() {
    # lgpio has no wheel for this machine; with PYPI=1 it brings the C library it stands on.
    say "Python packages"
    python3 "$here/needs.py" "$checkout/pyproject.toml" >"$root/tmp/needs.txt"
    cp "$checkout/constraints.txt" "$root/tmp/constraints.txt"
    inside python3 -m venv --system-site-packages /opt/companion
    PYPI=1 inside /opt/companion/bin/pip install -q --disable-pip-version-check \
        -c /tmp/constraints.txt -r /tmp/needs.txt
}

furnish() {
    mkdir -p "$root/guest" "$root/share" "$root/usr/share/libcamera/pipeline/virtual"
    install -m 755 "$here/guest/init.sh" "$root/guest/"
    cp "$here/guest/virtual.yaml" "$root/usr/share/libcamera/pipeline/virtual/"
}

make_image() {
    say "Disk image"
    cp "$root/boot/vmlinuz-$kernel" "$work/vmlinuz"
    cp "$root/boot/initrd.img-$kernel" "$work/initrd"
    rm -rf "$root"/{driver,boot/*,tmp/*,usr/src/*,var/lib/apt/lists/*,var/cache/apt/*,root/.cache}
    truncate -s 3G "$work/guest.ext4"
    mke2fs -q -t ext4 -O ^has_journal -d "$root" "$work/guest.ext4"
    rm -rf "$root" "$work/source"
}

check_tools
rm -rf "$work"
mkdir -p "$work"
make_root
make_driver
make_initrd
install_python
furnish
make_image
rm -rf "$target"
mv "$work" "$target"
say "The guest is ready: $target"
